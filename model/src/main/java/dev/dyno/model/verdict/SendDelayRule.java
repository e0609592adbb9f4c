package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Whether messages were sent late, and because of what: Dyno's own delay, or a wait for the broker. */
final class SendDelayRule {

    /**
     * Share of a reported percentile that Dyno's own delay may have. A late send makes later ones late, too: with M/D/1 at half
     * load, an own delay of 5 ms in the 99th percentile turned 8.66 ms into 17.4 ms, 1.7 times the delay. A tenth keeps the error
     * below a fifth.
     */
    static final double OWN_SHARE = 0.1;

    /**
     * Lateness in ns of a wake-up without spinning that is exceeded one time in a hundred; on an idle machine some 0.04 ms are
     * usual.
     */
    static final long WAKE_UP_NS = 200_000;

    /** Share of the response time, and of the slowest messages, that counts as most of them. */
    private static final double MOSTLY = 0.5;

    /**
     * Delay in ns below which nothing is reported: timers of an idle machine are late by tens of µs, which is half of a fast
     * broker's latency.
     */
    static final long MIN_NS = 1_000_000;

    private static final Histogram NONE = new Histogram(Latencies.SIGNIFICANT_DIGITS);

    private SendDelayRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        if (!seen.conditions().produces()) {
            return List.of();
        }
        return ownDelay(seen).or(() -> sentLate(seen)).stream().toList();
    }

    /**
     * Compares Dyno's own delay with the reported latency, percentile by percentile from the lowest. Own is the part of a
     * message's delay in which it waited neither at the limit of messages in flight, nor in the client library, nor for a
     * connection. A message behind one that Dyno sent late counts as waiting for the broker, so this is a lower bound.
     */
    private static Optional<Finding> ownDelay(RunEvidence seen) {
        Histogram own = seen.run().latencies().get(Latency.OWN_DELAY).orElse(NONE);
        for (Percentile percentile : Percentile.JUDGED) {
            long ownNs = own.getValueAtPercentile(percentile.percent());
            List<Value> shares = new ArrayList<>();
            share(seen, Latency.RESPONSE, "response", percentile, ownNs, shares);
            share(seen, Latency.END_TO_END, "endToEnd", percentile, ownNs, shares);
            if (ownNs > WAKE_UP_NS && !shares.isEmpty()) {
                return Optional.of(Finding.suspect(
                                "send-delay", Value.text("percentile", percentile.title()), Value.ns("delay", ownNs))
                        .with(shares)
                        .with(cause(seen, percentile, ownNs)));
            }
        }
        return Optional.empty();
    }

    /** Whether the machine sets the delay, because it wakes even an idle thread half as late, or the load; if that is known. */
    private static List<Value> cause(RunEvidence seen, Percentile percentile, long ownNs) {
        return seen.conditions()
                .wakeUps()
                .flatMap(measured -> measured.lateNs(percentile))
                .map(lateNs -> List.of(
                        Value.text("cause", lateNs >= MOSTLY * ownNs ? "send-delay.machine" : "send-delay.load"),
                        Value.ns("wakeUp", lateNs)))
                .orElse(List.of());
    }

    /** Adds Dyno's share of a percentile of a latency, unless it is small. */
    private static void share(
            RunEvidence seen, Latency latency, String name, Percentile percentile, long ownNs, List<Value> shares) {
        seen.run()
                .latencies()
                .percentile(latency, percentile.percent())
                .map(LatencyRange::lowNs)
                .filter(reportedNs -> ownNs > OWN_SHARE * reportedNs)
                .ifPresent(reportedNs -> {
                    if (reportedNs == 0) {
                        shares.add(Value.text("unknown", latency.tag()));
                    } else {
                        shares.add(Value.percent(name + "Share", 100.0 * ownNs / reportedNs));
                        shares.add(Value.ns(name, reportedNs));
                    }
                });
    }

    /**
     * Whether the slowest messages waited before the send or for the broker's answer.
     *
     * <p>Counted over messages. The delay before the send and the time to acknowledge add up to the response time of one message,
     * but their histograms do not show which values belong together. Consider the {@code n} messages whose response time is at
     * least the 99th percentile {@code r}. Each of them with a delay of less than half took at least {@code r / 2} to
     * acknowledge. So at least {@code n}, less the number of all messages that took that long, were mostly delayed before the
     * send.
     */
    private static Optional<Finding> sentLate(RunEvidence seen) {
        Optional<Histogram> response = seen.latency(Latency.RESPONSE);
        Optional<Histogram> delay = seen.latency(Latency.SEND_DELAY);
        Optional<Histogram> acknowledge = seen.latency(Latency.SEND_ACK);
        // Messages due in an outage are late because of it, and the fault has its own sentence.
        if (response.isEmpty()
                || delay.isEmpty()
                || acknowledge.isEmpty()
                || !seen.run().faults().isEmpty()) {
            return Optional.empty();
        }
        long p99 = response.orElseThrow().getValueAtPercentile(99);
        long half = (long) (MOSTLY * p99);
        long slowest = from(p99, response.orElseThrow());
        long mostlyDelay = slowest - from(half, acknowledge.orElseThrow());
        if (half < MIN_NS || mostlyDelay <= MOSTLY * slowest) {
            return Optional.empty();
        }
        long late = from(half, delay.orElseThrow());
        // Dyno's own delay would have its own reason, unless the run is of a version that did not measure it.
        boolean isOwnKnown = seen.run().latencies().get(Latency.OWN_DELAY).isPresent();
        return Optional.of(Finding.note(
                        "sent-late",
                        Value.count("slowest", slowest),
                        Value.ns("response", p99),
                        Value.count("delayed", mostlyDelay),
                        Value.count("late", late),
                        Value.text("why", isOwnKnown ? "sent-late.broker" : "sent-late.unknown"))
                .with(seen.window(seen.conditions().intendedPerSecond())));
    }

    /** Number of values of at least the given time, within the histogram's step. */
    private static long from(long ns, Histogram histogram) {
        return ns > histogram.getMaxValue() ? 0 : histogram.getCountBetweenValues(ns, histogram.getMaxValue());
    }
}
