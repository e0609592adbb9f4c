package dev.dyno.load;

import dev.dyno.result.Due;
import dev.dyno.result.Latency;
import dev.dyno.result.Verdict.Level;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Whether the load was the one that was asked for, and long and steady enough to say something. */
final class JudgeLoad {

    /** Below this share of what was due, the load was not the one that was asked for. */
    private static final double RATE_REACHED = 0.99;

    /** So many times what is under way by the median response time may be left at the end; a queue that grows leaves two. */
    private static final double UNDER_WAY = 1.5;

    /** More than this share of the schedule missing at its end makes bounds of the high percentiles. */
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
        boolean reached = load.intendedPerSecond() <= 0 || isServedInTime(load.due());
        if (!reached) {
            found.add(
                    Level.SUSPECT,
                    "rate-missed",
                    "%,d of the %,d messages due in the measured phase were served in it; %,.0f a second were handed over of"
                            + " the %,.0f intended",
                    load.due().inTime(),
                    load.due().messages(),
                    load.measured().sent() / Math.max(1e-9, load.sendingSeconds()),
                    load.intendedPerSecond());
        }
        if (load.slots().unsent() > UNSENT_SHARE * load.slots().due()) {
            found.add(
                    Level.SUSPECT,
                    "unsent-at-end",
                    "%,d of %,d messages were due before the end of the load and never sent: of their latencies only lower"
                            + " bounds are known",
                    load.slots().unsent(),
                    load.slots().due());
        } else if (reached) {
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

    /**
     * Whether the messages due in the measured phase were acknowledged in it, but for those that are under way at any time: by
     * Little's law the rate times the response time. Where a queue grows all the time, twice as many are left as the median says.
     */
    private boolean isServedInTime(Due due) {
        double perSecond = load.measuredNs() == 0 ? 0 : due.messages() / load.measuredSeconds();
        double medianSeconds = load.latencies()
                .percentiles(Latency.RESPONSE)
                .map(values -> values.p50Ns() / 1e9)
                .orElse(0.0);
        double underWay = UNDER_WAY * medianSeconds * perSecond;
        // While there was no broker nothing could be served.
        double inOutages = outageSeconds() * perSecond;
        double late = due.messages() - due.inTime() - inOutages;
        return late <= Math.max((1 - RATE_REACHED) * due.messages(), underWay);
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
