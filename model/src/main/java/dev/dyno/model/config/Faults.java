package dev.dyno.model.config;

import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Command;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.Fault.OnNetwork;
import dev.dyno.model.workload.Fault.OnNetwork.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Notation of faults, and the rules between them. */
final class Faults {

    private static final String LENGTH = "(?::\\s*(?!one$)[^\\s:]+)?";
    private static final String ONE = "(?::\\s*one)?";

    /** Forms of all actions except exec. */
    private static final Pattern ALLOWED = Pattern.compile(
            "kill|stop|restart|resume|pause" + LENGTH + "|(delay|bandwidth|cut)=off|(delay|bandwidth)=(?!off)[^\\s:]+"
                    + LENGTH + ONE + "|cut" + LENGTH + ONE + "|reset(" + LENGTH + "|:\\s*one)",
            Pattern.CASE_INSENSITIVE);

    /** Word of an action, its amount, its length, and whether it is for one connection. */
    private static final Pattern ACTION =
            Pattern.compile("([A-Za-z]+)(?:=([^\\s:]+))?(?::\\s*(?!one$)([^\\s:]+))?(:\\s*one)?");

    private static final Pattern FAULT = Pattern.compile("(\\S+)\\s+(?:exec\\s+(.+)|(.+))", Pattern.DOTALL);

    /** Text up to a comma that is outside of quotation marks. */
    private static final Pattern EACH = Pattern.compile("(?:^|,)((?:[^,'\"]++|'[^']*+'|\"[^\"]*+\"|['\"])*+)");

    private static final ValueType<Duration> DELAY = ValueType.duration(Duration.ofNanos(1), Duration.ofMinutes(1));
    private static final ValueType<Long> BANDWIDTH = ValueType.size(1_000, 1_000_000_000_000L);

    /**
     * A fault as it is given.
     *
     * @param parts its beginning and, if it has a length and is no reset, its end
     */
    private record Given(String text, List<Fault> parts) {

        Duration at() {
            return parts.get(0).at();
        }

        /**
         * Whether a fault that does not begin before this one contradicts the length of this one: for an effect on the network,
         * by ending it earlier or by giving it another length; for a pause, by any action on the broker until its end.
         */
        boolean overlaps(Given later) {
            Fault end = parts.get(parts.size() - 1);
            int order = parts.size() == 1 ? 1 : later.at().compareTo(end.at());
            Fault.Action action = later.parts.get(0).action();
            return end.action() instanceof OnNetwork ours
                    ? order < 0
                            && action instanceof OnNetwork theirs
                            && theirs.effect() == ours.effect()
                            && (theirs.ends() || later.parts.size() > 1)
                    : order <= 0 && action instanceof OnBroker;
        }
    }

    private Faults() {}

    /** List of faults, sorted by time. */
    static ValueType<List<Fault>> kind() {
        return ValueType.of(
                "TIME ACTION",
                "a time and one of kill, stop, restart, pause, resume, exec 'COMMAND', delay=TIME, bandwidth=SIZE/s, cut and"
                        + " reset, like 5s kill or 5s cut:3s; several with commas between",
                text -> sorted(EACH.matcher(text)
                        .results()
                        .map(one -> one.group(1).strip())
                        .map(one -> new Given(one, read(one)))
                        .sorted(Comparator.comparing(Given::at))
                        .toList()));
    }

    /** Parts of all faults by time, at one time ends of effects on the network first; refuses faults that overlap. */
    private static List<Fault> sorted(List<Given> all) {
        for (int i = 0; i < all.size(); i++) {
            Given one = all.get(i);
            for (Given later : all.subList(i + 1, all.size())) {
                if (one.overlaps(later)) {
                    throw new IllegalArgumentException(
                            one.text + " and " + later.text + " overlap; give them times apart.");
                }
            }
        }
        return all.stream()
                .flatMap(one -> one.parts.stream())
                .sorted(Comparator.comparing(Fault::at)
                        .thenComparing(part -> !(part.action() instanceof OnNetwork network && network.ends())))
                .toList();
    }

    /** Reads a fault, as two parts if it has a length and is no reset: its beginning and its end. */
    private static List<Fault> read(String text) {
        Matcher parts = FAULT.matcher(text);
        if (!parts.matches()) {
            throw ValueType.refusal(text, "a time and what is done then, like 5s kill");
        }
        Duration at = ValueType.duration().parse(Units.group(parts, 1));
        return parts.group(2) != null
                ? List.of(new Fault(at, command(parts.group(2))))
                : read(at, Units.group(parts, 3));
    }

    private static Command command(String given) {
        List<String> words = new Command(given).words();
        boolean isQuoted = words.size() == 1 && given.matches("(?s)(['\"]).*\\1");
        Command command = new Command(isQuoted ? words.get(0).strip() : given);
        if (command.words().isEmpty()) {
            throw ValueType.refusal(
                    command.line(), "a command whose quotation marks are closed, like 'kubectl delete pod broker-0'");
        }
        if (command.line().matches("(queue|topic)://\\S*")) {
            throw ValueType.refusal(command.line(), "a command, like exec 'kubectl delete pod broker-0'");
        }
        return command;
    }

    private static List<Fault> read(Duration at, String text) {
        Matcher parts = ACTION.matcher(text);
        if (!ALLOWED.matcher(text).matches() || !parts.matches()) {
            throw ValueType.refusal(
                    text,
                    "one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut,"
                            + " cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of"
                            + " cut, too");
        }
        String word = Units.group(parts, 1).toUpperCase(Locale.ROOT);
        Optional<Duration> length = Optional.ofNullable(parts.group(3)).map(LoadKinds.time()::parse);
        if (Stream.of(OnBroker.values()).anyMatch(action -> action.name().equals(word))) {
            return withEnd(at, OnBroker.valueOf(word), length, OnBroker.RESUME);
        }
        Effect effect = Effect.valueOf(word);
        String given = Units.group(parts, 2);
        long amount = given.equalsIgnoreCase(OnNetwork.OFF)
                ? 0
                : switch (effect) {
                    case DELAY -> DELAY.parse(given).toNanos();
                    case BANDWIDTH -> perSecond(given);
                    case CUT -> 1;
                    case RESET -> length.orElse(Duration.ZERO).toNanos();
                };
        return withEnd(
                at,
                new OnNetwork(effect, amount, parts.group(4) != null),
                length.filter(some -> effect != Effect.RESET),
                new OnNetwork(effect, 0, false));
    }

    private static long perSecond(String text) {
        if (!text.endsWith("/s")) {
            throw ValueType.refusal(text, "a size a second, like 1MB/s");
        }
        return BANDWIDTH.parse(text.substring(0, text.length() - 2));
    }

    private static List<Fault> withEnd(Duration at, Fault.Action begin, Optional<Duration> length, Fault.Action end) {
        return Stream.concat(
                        Stream.of(new Fault(at, begin)), length.map(some -> new Fault(at.plus(some), end)).stream())
                .toList();
    }

    /** Sentences that refuse faults because of their time, of the faults before them, or of a load without an end. */
    static List<String> contradictions(Reading in) {
        List<Fault> faults = in.get(ConductSettings.FAULTS);
        Duration load = in.phases.duration();
        List<String> found = new ArrayList<>();
        OnBroker state = OnBroker.RESTART;
        Set<Effect> effects = EnumSet.noneOf(Effect.class);
        for (int i = 0; i < faults.size(); i++) {
            Fault fault = faults.get(i);
            if (!load.isZero() && fault.end().compareTo(load) >= 0) {
                found.add(fault + "; must be before the end of the load, {load-length}. Make the load longer.");
            }
            if (fault.action() instanceof OnNetwork network) {
                contradiction(fault, network, effects).ifPresent(found::add);
            } else if (fault.action() instanceof OnBroker action) {
                Fault before = faults.get(Math.max(0, i - 1));
                if (i > 0 && before.action() instanceof OnBroker && before.at().equals(fault.at())) {
                    found.add(before + " and " + fault + " are at the same time; give each a time of its own.");
                }
                contradiction(fault, action, state).ifPresent(found::add);
                state = action;
            }
        }
        // A load without an end would wait for ever for a broker that does not come back.
        boolean endless = load.isZero() && in.phases.backlog().isEmpty() && in.get(ConductSettings.RECONNECT);
        if (endless && (state == OnBroker.KILL || state == OnBroker.STOP || state == OnBroker.PAUSE)) {
            OnBroker last = state;
            faults.stream()
                    .filter(fault -> fault.action() == last)
                    .reduce((first, second) -> second)
                    .ifPresent(fault -> found.add(fault
                            + "; nothing comes after it, and with {reconnect} the run would wait for ever. Give the load an"
                            + " end, or give {faults=TIME " + (last == OnBroker.PAUSE ? "resume}." : "restart}.")));
        }
        return found;
    }

    /** @param effects on the network that have not ended; updated by the fault */
    private static Optional<String> contradiction(Fault fault, OnNetwork network, Set<Effect> effects) {
        if (!network.ends()) {
            effects.add(network.effect());
        } else if (!effects.remove(network.effect())) {
            String begin = network.effect().word();
            String amount =
                    switch (network.effect()) {
                        case DELAY -> "=TIME";
                        case BANDWIDTH -> "=SIZE/s";
                        case CUT, RESET -> "";
                    };
            return Optional.of(fault + "; there is no " + begin + " before it. Give {faults=TIME " + begin + "}"
                    + amount + " first.");
        }
        return Optional.empty();
    }

    /** @param state last action on the broker before the fault */
    private static Optional<String> contradiction(Fault fault, OnBroker action, OnBroker state) {
        boolean down = state == OnBroker.KILL || state == OnBroker.STOP;
        boolean paused = state == OnBroker.PAUSE;
        if (action == OnBroker.RESUME && !paused) {
            return Optional.of(fault + "; there is no pause before it. Give {faults=TIME pause} first.");
        }
        if (down && action != OnBroker.RESTART && action != OnBroker.RESUME) {
            return Optional.of(fault + "; the broker does not run then. Give {faults=TIME restart} before it.");
        }
        return paused && action == OnBroker.PAUSE
                ? Optional.of(fault + "; the broker is paused then. Give {faults=TIME resume} before it.")
                : Optional.empty();
    }
}
