package dev.dyno.load;

import dev.dyno.pace.Units;
import dev.dyno.result.Verdict.Level;
import java.util.List;

/** Whether the run was the same from its beginning to its end. */
final class JudgeSteadiness {

    /** Two halves of a steady run differ by less than this. */
    private static final double STEADY = 0.20;

    private static final int STEADY_NEEDS_INTERVALS = 4;

    private final LoadFigures load;
    private final Reasons found;

    private JudgeSteadiness(Judge.Evidence seen, Reasons found) {
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeSteadiness judge = new JudgeSteadiness(seen, found);
        judge.warmup();
        if (judge.load.backlog().isEmpty()) {
            judge.steadiness();
        }
    }

    private void warmup() {
        if (load.measuredNs() > 0) {
            load.unsteady()
                    .ifPresent(words -> found.add(
                            Level.SUSPECT,
                            "never-steady",
                            "the load was not steady when the longest warmup of %s was over: %s; allow it longer, as --warmup 'until"
                                    + " steady, at most 5m'",
                            Units.formatDuration(load.warmupNs()),
                            words));
        }
    }

    private void steadiness() {
        List<Double> rates = load.ratePerInterval();
        if (rates.size() >= STEADY_NEEDS_INTERVALS
                && load.intendedPerSecond() == 0
                && load.faults().isEmpty()) {
            double first = mean(rates.subList(0, rates.size() / 2));
            double second = mean(rates.subList(rates.size() / 2, rates.size()));
            if (Math.abs(second - first) > STEADY * Math.max(first, second)) {
                found.add(
                        Level.SUSPECT,
                        "rate-not-steady",
                        "the rate was %,.0f/s in the first half of the measured phase and %,.0f/s in the second; raise"
                                + " --warmup (%s), or let it last 'until steady', and --duration",
                        first,
                        second,
                        Units.formatDuration(load.warmupNs()));
            }
        }
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
