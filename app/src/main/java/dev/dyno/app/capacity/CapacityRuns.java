package dev.dyno.app.capacity;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.SearchPilot;
import dev.dyno.app.execute.SearchProgress;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Searches for the capacity of one setup or, in turns, of two, each on a broker of its own start, and shows the answers. */
public final class CapacityRuns {

    /**
     * One setup.
     *
     * @param name A or B; empty if there is only one
     */
    public record Side(String name, CapacityPlan plan) {}

    private final List<Side> sides;
    private final RunExecutor executor;
    private final Screen screen;
    private final FindingText text;
    private final Optional<Path> runs;
    private final List<List<Capacity>> answers = new ArrayList<>();
    private int status = Exit.GOOD;

    /**
     * @param sides one, or A and B
     * @param text makes sentences with the user's names of settings
     * @param runs folder in which they are stored; empty = the default
     */
    public CapacityRuns(List<Side> sides, RunExecutor executor, Screen screen, FindingText text, Optional<Path> runs) {
        this.sides = List.copyOf(sides);
        this.executor = executor;
        this.screen = screen;
        this.text = text;
        this.runs = runs;
        sides.forEach(side -> answers.add(new ArrayList<>()));
    }

    /** Carries them out; returns the exit status. */
    public int carryOut() {
        int starts = sides.get(0).plan.asked().starts();
        for (int start = 0; start < starts && !executor.wasStopped(); start++) {
            for (int turn = 0; turn < sides.size() && !executor.wasStopped(); turn++) {
                // A B B A, so that a machine that becomes slower is slower for both.
                int side = start % 2 == 0 ? turn : sides.size() - 1 - turn;
                String label = sides.get(side).name + (starts > 1 ? " [" + (start + 1) + "/" + starts + "] " : " ");
                search(side, label.isBlank() ? "" : label.strip() + "  ");
            }
        }
        conclude();
        return status;
    }

    private void search(int side, String label) {
        CapacityPlan plan = sides.get(side).plan;
        SearchPilot pilot = new SearchPilot(plan.goal(), plan.asked().slo(), plan.latencies(), text);
        try (StartedBroker broker = executor.startBroker(plan.run())) {
            SearchProgress progress = new SearchProgress(screen, label, pilot, plan);
            RunExecutor.Done done = executor.run(plan.run(), progress, pilot, broker, runs);
            screen.keep();
            if (done.result().outcome().success() || done.result().outcome().interrupted()) {
                answers.get(side).add(pilot.answer());
                worse(pilot.status());
            } else {
                worse(Exit.FAILED);
                screen.say(label + "failed: " + done.result().outcome().cause().orElse("it did not come to its end"));
            }
            screen.print(CapacityLines.of(pilot.stored(), label, screen.width()));
        } catch (CannotRun e) {
            worse(Exit.FAILED);
            screen.say(label + "failed: " + e.getMessage());
        }
    }

    /** A failed run is worse than any other status, and those are worse the higher they are. */
    private void worse(int other) {
        status = status == Exit.FAILED || other == Exit.FAILED ? Exit.FAILED : Math.max(status, other);
    }

    private void conclude() {
        List<String> lines = new ArrayList<>();
        for (int side = 0; side < sides.size(); side++) {
            double[] rates = estimates(side);
            if (rates.length > 1) {
                double[] ones = new double[rates.length];
                Arrays.fill(ones, 1);
                lines.add(String.format(
                        Locale.ROOT,
                        "%s%d starts  %s",
                        sides.get(side).name.isEmpty() ? "" : sides.get(side).name + "  ",
                        rates.length,
                        interval(effect(ones, rates), true)));
            }
        }
        if (sides.size() == 2) {
            lines.add("B / A  " + ratio());
        }
        screen.print(lines);
    }

    private double[] estimates(int side) {
        return answers.get(side).stream()
                .map(Capacity::estimate)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private String ratio() {
        double[] a = estimates(0);
        double[] b = estimates(1);
        if (a.length == 0 || b.length == 0) {
            return "is not known, because one of them has no capacity";
        }
        if (a.length != b.length || a.length == 1) {
            Capacity ofA = answers.get(0).get(0);
            Capacity ofB = answers.get(1).get(0);
            return String.format(
                    Locale.ROOT,
                    "%.3g  (%.3g to %.3g, for these two starts)",
                    b[0] / a[0],
                    ofB.low().orElse(0) / ofA.high().orElse(Double.POSITIVE_INFINITY),
                    ofB.high().orElse(Double.POSITIVE_INFINITY) / ofA.low().orElse(0));
        }
        return interval(effect(a, b), false);
    }

    private Effect effect(double[] a, double[] b) {
        return Effect.ofPairs(
                a, b, new boolean[a.length], 1 - sides.get(0).plan.goal().confidence());
    }

    /** The mean with its interval, which two starts hardly have. */
    private String interval(Effect effect, boolean isRate) {
        double sure = 100 * sides.get(0).plan.goal().confidence();
        return Double.isInfinite(effect.halfWidth())
                ? number(Math.exp(effect.log()), isRate)
                : String.format(
                        Locale.ROOT,
                        "%s  (%.3g %%: %s to %s)",
                        number(Math.exp(effect.log()), isRate),
                        sure,
                        number(Math.exp(effect.log() - effect.halfWidth()), isRate),
                        number(Math.exp(effect.log() + effect.halfWidth()), isRate));
    }

    private static String number(double value, boolean isRate) {
        return isRate ? CapacityLines.rate(value) + " msg/s" : String.format(Locale.ROOT, "%.3g", value);
    }
}
