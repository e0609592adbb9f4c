package dev.dyno.cli;

import dev.dyno.driver.setting.Units;
import dev.dyno.workload.Fault;
import dev.dyno.workload.Fault.Action;
import dev.dyno.workload.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the faults out of the options, and finds everything that is wrong or contradictory in them. */
final class FaultReader {

    private static final Duration LONGEST_DELAY = Duration.ofHours(1);

    private final FaultOptions options;
    private final Problems problems;
    private final List<Fault> faults = new ArrayList<>();

    FaultReader(FaultOptions options, Problems problems) {
        this.options = options;
        this.problems = problems;
    }

    /**
     * Reads them.
     *
     * @param managed whether Dyno starts the broker, so that it can do something to it
     * @param duration of the load; zero = nobody knows
     * @param loadText the duration as it was typed
     */
    FaultPlan read(boolean managed, Duration duration, String loadText) {
        Optional<Duration> delay = delay();
        boolean understood = true;
        for (int i = 0; i + 1 < options.at.size(); i += 2) {
            understood &= isRead(options.at.get(i), options.at.get(i + 1));
        }
        faults.sort(Comparator.comparing(Fault::at));
        if (!faults.isEmpty() && !managed) {
            problems.add("--at: " + text(faults.get(0))
                    + "; only a broker that Dyno starts can be killed, stopped, restarted or paused. Leave out --url or"
                    + " --broker, or --at.");
        } else if (understood) {
            checkTimes(duration, loadText);
            checkOrder();
            checkEnd(duration, delay.isPresent());
        }
        return new FaultPlan(faults, delay);
    }

    private Optional<Duration> delay() {
        Duration delay = Duration.ofNanos(
                problems.parse("--reconnect-delay", options.reconnectDelay, Units::parseDurationNs, 1L));
        problems.addIf(
                delay.isZero() || delay.compareTo(LONGEST_DELAY) > 0,
                "--reconnect-delay: " + options.reconnectDelay + "; must be more than 0, up to 1h.");
        problems.addIf(
                !options.reconnect && !options.reconnectDelay.equals(Defaults.RECONNECT_DELAY),
                "--reconnect-delay: " + options.reconnectDelay
                        + "; only --reconnect looks at it. Give that, or leave it out.");
        return options.reconnect ? Optional.of(delay) : Optional.empty();
    }

    private boolean isRead(String time, String action) {
        List<String> before = problems.sentences();
        Duration at = Duration.ofNanos(problems.parse("--at", time, Units::parseDurationNs, 0L));
        int colon = action.indexOf(':');
        String word = colon < 0 ? action : action.substring(0, colon);
        Optional<Action> found = Arrays.stream(Action.values())
                .filter(a -> a.word().equals(word.strip()))
                .findFirst();
        if (found.isEmpty()) {
            problems.add("--at: " + time + " " + action + "; the action must be one of "
                    + Arrays.stream(Action.values()).map(Action::word).collect(Collectors.joining(", ")) + ".");
        } else {
            faults.add(new Fault(at, found.get()));
            if (colon >= 0 && found.get() == Action.PAUSE) {
                Duration length = Duration.ofNanos(problems.parse(
                        "--at " + time + " pause", action.substring(colon + 1), Units::parseDurationNs, 0L));
                faults.add(new Fault(at.plus(length), Action.RESUME));
            } else if (colon >= 0) {
                problems.add("--at: " + time + " " + action + "; only pause has a length, like pause:5s.");
            }
        }
        return problems.sentences().equals(before);
    }

    private void checkTimes(Duration duration, String loadText) {
        for (Fault fault : faults) {
            problems.addIf(
                    !duration.isZero() && fault.at().compareTo(duration) >= 0,
                    "--at: " + text(fault) + "; must be before the end of the load, --duration " + loadText
                            + ". Make --duration longer.");
        }
        for (int i = 1; i < faults.size(); i++) {
            problems.addIf(
                    faults.get(i).at().equals(faults.get(i - 1).at()),
                    "--at: " + text(faults.get(i - 1)) + " and " + text(faults.get(i))
                            + " are at the same time; give each a time of its own.");
        }
    }

    /** What makes no sense after what was before it. */
    private void checkOrder() {
        Action state = Action.RESTART;
        for (Fault fault : faults) {
            boolean down = state == Action.KILL || state == Action.STOP;
            boolean paused = state == Action.PAUSE;
            switch (fault.action()) {
                case RESUME ->
                    problems.addIf(
                            !paused,
                            "--at: " + text(fault) + "; there is no pause before it. Give --at TIME pause first.");
                case PAUSE ->
                    problems.addIf(
                            down || paused,
                            "--at: " + text(fault) + "; the broker " + (down ? "does not run" : "is paused")
                                    + " then. Give --at" + " TIME " + (down ? "restart" : "resume") + " before it.");
                case KILL, STOP ->
                    problems.addIf(
                            down,
                            "--at: " + text(fault)
                                    + "; the broker does not run then. Give --at TIME restart before it.");
                case RESTART -> {
                    // From any state.
                }
            }
            state = fault.action();
        }
    }

    /** Without a duration, a load that waits for a broker which is gone for good would never end. */
    private void checkEnd(Duration duration, boolean reconnects) {
        if (faults.isEmpty() || !duration.isZero() || !reconnects) {
            return;
        }
        Fault last = faults.get(faults.size() - 1);
        problems.addIf(
                last.action() == Action.KILL || last.action() == Action.STOP || last.action() == Action.PAUSE,
                "--at: " + text(last)
                        + "; nothing comes after it, and with --reconnect the run would wait for ever. Give"
                        + " --duration, or --at TIME " + (last.action() == Action.PAUSE ? "resume." : "restart."));
    }

    private static String text(Fault fault) {
        return Units.formatDuration(fault.at().toNanos()) + " " + fault.action().word();
    }
}
