package dev.dyno.report;

import static dev.dyno.report.Words.count;

import dev.dyno.result.Latency;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Whether the slowest messages waited before the send or for the broker's answer.
 *
 * <p>Counted over messages. The delay before the send and the time to acknowledge are two parts of the response time of one
 * message, but their histograms do not say which values belong together. Of the {@code n} messages whose response time is at
 * least the 99th percentile {@code r}, each one of which less than half is delay took at least {@code r / 2} to acknowledge. So
 * at least {@code n} less the number of all messages that took so long were mostly delay.
 */
final class LatenessRule implements FindingRule {

    /** Of response time, and of the slowest messages. */
    private static final double MOSTLY = 0.5;

    /** Timers of an idle machine are late by tens of us: with a fast broker that is half of the time, and says nothing. */
    private static final long MIN_NS = 1_000_000;

    @Override
    public List<Finding> look(FindingEvidence seen) {
        Optional<Histogram> response = seen.latency(Latency.RESPONSE);
        Optional<Histogram> delay = seen.latency(Latency.SCHEDULE_DELAY);
        Optional<Histogram> acknowledge = seen.latency(Latency.SERVICE);
        // What was due in an outage is late because of it, and that is told with the fault.
        if (response.isEmpty()
                || delay.isEmpty()
                || acknowledge.isEmpty()
                || !seen.run().faults().isEmpty()) {
            return List.of();
        }
        long p99 = response.orElseThrow().getValueAtPercentile(99);
        long half = (long) (MOSTLY * p99);
        long slowest = from(p99, response.orElseThrow());
        long mostlyDelay = slowest - from(half, acknowledge.orElseThrow());
        if (half < MIN_NS || mostlyDelay <= MOSTLY * slowest) {
            return List.of();
        }
        long late = from(half, delay.orElseThrow());
        return List.of(new Finding(
                "sent-late",
                "Of the slowest " + count(slowest, "message", "messages") + ", with a response time of "
                        + seen.percentile(Latency.RESPONSE, 99) + " or more, at least "
                        + count(mostlyDelay, "of them", "of them")
                        + " waited mostly before the send, not for the acknowledgement" + why(seen, late)));
    }

    /** What those waited for that were sent late. */
    private static String why(FindingEvidence seen, long late) {
        long blocked = seen.run().measured().blocked();
        String counts = ": " + count(late, "message was", "messages were") + " sent that late, and "
                + count(blocked, "send", "sends") + " had to wait for the broker";
        if (blocked >= late) {
            return counts + ". To send earlier, " + seen.window().advice() + ".";
        }
        return late - blocked > MOSTLY * late
                ? counts + ", so the load generator itself was late. Give it processors of its own, more --threads, or"
                        + " --workers."
                : counts + ". To send earlier, " + seen.window().advice()
                        + ", or give the load generator more --threads.";
    }

    /** How many values are at least that, within the histogram's step. */
    private static long from(long ns, Histogram histogram) {
        return ns > histogram.getMaxValue() ? 0 : histogram.getCountBetweenValues(ns, histogram.getMaxValue());
    }
}
