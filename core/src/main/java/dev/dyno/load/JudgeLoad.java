package dev.dyno.load;

import dev.dyno.result.Latency;
import dev.dyno.result.Verdict.Level;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Whether the load was the one that was asked for, and long and steady enough to say something. */
final class JudgeLoad {

    /** Below this share of the intended rate, the load was not the one that was asked for. */
    private static final double RATE_REACHED = 0.99;

    /** More than this share of the schedule missing at its end is a delay that the latencies do not show. */
    private static final double UNSENT_SHARE = 0.001;

    /** Timers of a loaded machine are late by some tens of µs; ten ms is not a timer any more. */
    private static final long SCHEDULE_DELAY_P99_NS = 10_000_000;

    /** Fewer samples than this say nothing about the 99.9th percentile: one in a thousand has not come ten times. */
    private static final long FEW_SAMPLES = 10_000;

    private final Judge.Evidence seen;
    private final LoadFigures load;
    private final Reasons found;

    private JudgeLoad(Judge.Evidence seen, Reasons found) {
        this.seen = seen;
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeLoad judge = new JudgeLoad(seen, found);
        judge.rate();
        judge.samples();
    }

    private void rate() {
        if (!seen.produces()) {
            return;
        }
        // While there was no broker nothing could be sent.
        double servedSeconds = load.sendingSeconds() - outageSeconds();
        double achieved = servedSeconds > 0 ? load.measured().sent() / servedSeconds : 0;
        if (load.intendedPerSecond() > 0 && achieved < RATE_REACHED * load.intendedPerSecond()) {
            found.add(
                    Level.SUSPECT,
                    "rate-missed",
                    "%,.0f messages a second were sent of the %,.0f intended",
                    achieved,
                    load.intendedPerSecond());
        } else {
            if (load.slots().unsent() > UNSENT_SHARE * load.slots().due()) {
                found.add(
                        Level.SUSPECT,
                        "unsent-at-end",
                        "%,d of %,d messages were due before the end of the load and not sent any more: what delayed them"
                                + " is in no latency",
                        load.slots().unsent(),
                        load.slots().due());
            }
            load.latencies()
                    .get(Latency.SCHEDULE_DELAY)
                    // What was due in an outage is late because of it.
                    .filter(h -> load.faults().isEmpty())
                    .map(h -> h.getValueAtPercentile(99))
                    .filter(p99 -> p99 > SCHEDULE_DELAY_P99_NS)
                    .ifPresent(p99 -> found.add(
                            Level.SUSPECT,
                            "schedule-delay",
                            "one message in a hundred was sent %.1f ms late or later: the load came in bursts",
                            p99 / 1e6));
        }
    }

    private void samples() {
        Optional<Histogram> headline = load.latencies().get(Latency.END_TO_END).or(() -> load.latencies()
                .get(Latency.RESPONSE));
        long count = headline.map(Histogram::getTotalCount).orElse(0L);
        if (seen.outcome().success() && count > 0 && count < FEW_SAMPLES) {
            found.add(
                    Level.SUSPECT,
                    "few-samples",
                    "%,d messages were measured: too few for the 99.9th percentile and beyond",
                    count);
        }
    }

    /** How long of the measured phase nothing was acknowledged; an outage that two faults have in common once. */
    private double outageSeconds() {
        return load.faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .distinct()
                        .mapToLong(outage -> Math.max(0, outage.toNs() - Math.max(load.warmupNs(), outage.fromNs())))
                        .sum()
                / 1e9;
    }
}
