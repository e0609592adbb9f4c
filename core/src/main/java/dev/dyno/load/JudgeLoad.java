package dev.dyno.load;

import dev.dyno.result.Due;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.Verdict.Level;
import java.util.Locale;
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

    /**
     * Of a percentile of the response time. A late send makes those after it late, too: with M/D/1 at half load 5 ms of delay
     * in the 99th percentile made 17.4 ms of 8.66, 1.7 times the delay. A tenth keeps the error below a fifth.
     */
    private static final double OWN_SHARE = 0.1;

    /** A thread that does not spin wakes up some 0.04 ms late on an idle machine, and one time in a hundred this late. */
    private static final long WAKE_UP_NS = 200_000;

    /** The percentiles that every report has. */
    private static final double[] REPORTED = {50, 90, 99, 99.9};

    /** Of the messages that were not served in time. */
    private static final double MOSTLY = 0.5;

    /** Fewer samples than this say nothing about the 99.9th percentile: one in a thousand has not come ten times. */
    private static final long FEW_SAMPLES = 10_000;

    private static final Histogram NONE = new Histogram(Latencies.SIGNIFICANT_DIGITS);

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
        boolean scheduled = load.intendedPerSecond() > 0;
        if (scheduled && !isServedInTime(load.due())) {
            double seconds = Math.max(1e-9, load.sendingSeconds());
            found.add(
                    Level.SUSPECT,
                    "rate-missed",
                    "%,d of the %,d messages due in the measured phase were served in it; %,.0f a second were handed over of"
                            + " the %,.0f due; %s",
                    load.due().inTime(),
                    load.due().messages(),
                    load.measured().sent() / seconds,
                    load.due().messages() / seconds,
                    relief());
        }
        if (load.slots().unsent() > UNSENT_SHARE * load.slots().due()) {
            found.add(
                    Level.SUSPECT,
                    "unsent-at-end",
                    "%,d of %,d messages were due before the end of the load and never sent: of their latencies only lower"
                            + " bounds are known; %s",
                    load.slots().unsent(),
                    load.slots().due(),
                    relief());
        }
        if (scheduled) {
            ownDelay();
        }
    }

    /**
     * Advice for more to be sent and answered in time, by what those waited for that were not. Messages behind one that
     * waits for the broker, and unsent with it, wait for the broker, too.
     */
    private String relief() {
        long blocked = load.measured().blocked();
        long late = load.due().messages() - load.due().inTime();
        long held = blocked == 0 ? 0 : blocked + load.due().unsent();
        if (held > 0 && held >= MOSTLY * late) {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d sends waited for the broker, %.1f ms from send to acknowledgement on average: %s, or lower"
                            + " --rate",
                    blocked,
                    load.measured().sent(),
                    load.latencies()
                                    .get(Latency.SERVICE)
                                    .map(Histogram::getMean)
                                    .orElse(0.0)
                            / 1e6,
                    seen.window().advice());
        }
        return load.slots().unsent() > MOSTLY * late
                ? "they did not wait for the broker: lower --rate, or give the load generator more --threads and processors, or"
                        + " --workers"
                : "the broker answered them late: lower --rate, or raise --duration if it stood still once";
    }

    /**
     * Dyno's own delay: of the messages that were sent late, the ones that had not to wait for the broker. For each percentile of
     * the response time that is reported, from the lowest: if more messages than lie beyond it were sent later than a tenth of
     * it, it is partly Dyno's. Counted over messages; a message that waited for the broker is not Dyno's, however long it waited
     * for a processor besides, so that this is a lower bound.
     */
    private void ownDelay() {
        Histogram delays = load.latencies().get(Latency.SCHEDULE_DELAY).orElse(NONE);
        long sent = delays.getTotalCount();
        for (double percentile : REPORTED) {
            long reportedNs = load.latencies()
                    .percentile(Latency.RESPONSE, percentile)
                    .map(LatencyRange::lowNs)
                    .orElse(Long.MAX_VALUE);
            long boundNs = Math.max(WAKE_UP_NS, (long) (OWN_SHARE * reportedNs));
            long late =
                    delays.getMaxValue() <= boundNs ? 0 : delays.getCountBetweenValues(boundNs, delays.getMaxValue());
            long own = late - load.measured().blocked();
            if (own > 0 && own > (1 - percentile / 100) * sent) {
                found.add(
                        Level.SUSPECT,
                        "schedule-delay",
                        "%,d of %,d messages were sent %.2f ms late or later, and no more than %,d of them waited for the broker:"
                                + " the p%s of response, %.2f ms, and higher percentiles are partly Dyno's own delay; give the load"
                                + " generator processors of its own, or more --threads, or --workers, or lower --rate",
                        late,
                        sent,
                        boundNs / 1e6,
                        load.measured().blocked(),
                        percentile == Math.rint(percentile) ? Long.toString((long) percentile) : percentile,
                        reportedNs / 1e6);
                return;
            }
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
                    "%,d messages were measured: too few for the 99.9th percentile and beyond; raise --duration or --rate until"
                            + " they are %,d",
                    count,
                    FEW_SAMPLES);
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
