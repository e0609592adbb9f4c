package dev.dyno.report;

import static dev.dyno.report.Words.duration;
import static dev.dyno.report.Words.percent;

import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Where response time comes from, if not from the broker's answer. */
final class LatenessRule implements FindingRule {

    /** Of response time. */
    private static final double MOSTLY = 0.5;

    /** Timers of an idle machine are late by tens of us: with a fast broker that is half of the time, and says nothing. */
    private static final long MIN_NS = 1_000_000;

    /** What is beyond the 99th percentile: so few sends are enough to make it. */
    private static final double BEYOND_P99 = 0.01;

    @Override
    public List<Finding> look(FindingEvidence seen) {
        Optional<Histogram> response = seen.latency(Latency.RESPONSE);
        Optional<Histogram> delay = seen.latency(Latency.SCHEDULE_DELAY);
        Optional<Histogram> service = seen.latency(Latency.SERVICE);
        // What was due in an outage is late because of it, and that is told with the fault.
        if (response.isEmpty()
                || delay.isEmpty()
                || service.isEmpty()
                || !seen.run().faults().isEmpty()) {
            return List.of();
        }
        long responseP99 = p99(response.orElseThrow());
        long delayP99 = p99(delay.orElseThrow());
        if (delayP99 < MOSTLY * responseP99 || delayP99 < MIN_NS) {
            return List.of();
        }
        Counts measured = seen.run().measured();
        String why = measured.blocked() > BEYOND_P99 * measured.sent()
                ? "; " + percent(measured.blocked(), measured.sent())
                        + " of the sends had to wait for an earlier one's acknowledgement"
                : "; nearly none of the sends waited for an acknowledgement, so the load generator itself was late";
        return List.of(new Finding(
                "sent-late",
                "The 99th percentile of response time, " + seen.percentile(Latency.RESPONSE, 99)
                        + ", is mostly delay before the send ("
                        + seen.percentile(Latency.SCHEDULE_DELAY, 99) + "), not the time to acknowledge ("
                        + duration(p99(service.orElseThrow()))
                        + ")" + why + "."));
    }

    private static long p99(Histogram histogram) {
        return histogram.getValueAtPercentile(99);
    }
}
