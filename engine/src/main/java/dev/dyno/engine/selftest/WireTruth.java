package dev.dyno.engine.selftest;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The report that a load must have, computed from the passage of each message through a proxy and from the schedule: message
 * {@code i} is due {@code i / rate} after the first. All messages that were due in the measured phase are in this report: the
 * latency of an unfinished one is at least the time to the end of the load, and at most the time until the run was over.
 *
 * <p>A message that has not passed the proxy is unsent, or it was handed over and is still in the client library. The number of
 * unsent messages is taken from the report of the run; they are the last ones due.
 */
final class WireTruth {

    /** Lateness in ns at or above which a message must have waited for the broker. */
    static final long HELD_UP_NS = 100_000_000;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long PERIOD_NS = SECOND_NS / CalibrationLoad.PER_SECOND;
    private static final Histogram NONE = new Histogram(Latencies.SIGNIFICANT_DIGITS);

    private final Map<Latency, Histogram> least = new EnumMap<>(Latency.class);
    private final Map<Latency, Histogram> most = new EnumMap<>(Latency.class);
    private final List<Long> answers = new ArrayList<>();
    private final List<Long> deliveries = new ArrayList<>();
    private final long startNs;
    private final long measureNs;
    private final long endNs;
    private final long overNs;
    int notOnTheWire;
    /** Measured messages on the wire that had no answer when the run was over. */
    int unanswered;
    /** Measured messages on the wire that were not delivered when the run was over. */
    int undelivered;

    private int sent;
    private int received;
    /** Messages with an intended time that differs from the schedule. */
    int offSchedule;
    /** Messages with a sent time before they were due or after they had reached the proxy. */
    int impossible;
    /** Measured messages sent so late that only a full window or a missing connection explains it. */
    int heldUp;

    /**
     * Computes everything from the passages.
     *
     * @param passages at least one, by sequence
     * @param unsent messages due in the measured phase that were never handed over, as reported
     * @param overNs end of the run
     */
    WireTruth(SortedMap<Long, Passage> passages, long unsent, long overNs) {
        long first = passages.firstKey();
        startNs = passages.values().iterator().next().intendedNs() - first * PERIOD_NS;
        measureNs = startNs + CalibrationLoad.WARMUP.toNanos();
        endNs = startNs + CalibrationLoad.DURATION.toNanos();
        this.overNs = overNs;
        List<Long> missing = new ArrayList<>();
        long due = CalibrationLoad.DURATION.toSeconds() * CalibrationLoad.PER_SECOND;
        for (long sequence = 0; sequence < due; sequence++) {
            long dueNs = startNs + sequence * PERIOD_NS;
            Passage passage = passages.get(sequence);
            if (passage != null) {
                passed(passage, dueNs);
            } else if (dueNs >= measureNs) {
                missing.add(dueNs);
            }
        }
        notOnTheWire = missing.size();
        for (int i = 0; i < notOnTheWire; i++) {
            notSeen(missing.get(i), i >= notOnTheWire - unsent);
        }
        answers.sort(Long::compare);
        deliveries.sort(Long::compare);
    }

    private void passed(Passage passage, long dueNs) {
        offSchedule += passage.intendedNs() == dueNs ? 0 : 1;
        // A message cannot have been sent before it was due, or after it was on the wire.
        impossible += dueNs <= passage.sentNs() && passage.sentNs() <= passage.enteredNs() ? 0 : 1;
        sent += isMeasured(passage.enteredNs()) ? 1 : 0;
        boolean answered = passage.answeredNs() < overNs;
        boolean delivered = passage.deliveredNs() < overNs;
        if (answered) {
            answers.add(passage.answeredNs());
        }
        if (delivered) {
            deliveries.add(passage.deliveredNs());
            received += isMeasured(passage.deliveredNs()) ? 1 : 0;
        }
        if (dueNs >= measureNs) {
            unanswered += answered ? 0 : 1;
            undelivered += delivered ? 0 : 1;
            heldUp += passage.sentNs() - dueNs >= HELD_UP_NS ? 1 : 0;
            add(Latency.SEND_DELAY, passage.sentNs() - dueNs, passage.sentNs() - dueNs);
            ended(Latency.SEND_ACK, passage.sentNs(), passage.answeredNs());
            ended(Latency.RESPONSE, dueNs, passage.answeredNs());
            ended(Latency.TRANSFER, passage.sentNs(), passage.deliveredNs());
            ended(Latency.END_TO_END, dueNs, passage.deliveredNs());
        }
    }

    private boolean isMeasured(long ns) {
        return ns >= measureNs && ns < endNs;
    }

    private void ended(Latency latency, long fromNs, long toNs) {
        if (toNs < overNs) {
            add(latency, toNs - fromNs, toNs - fromNs);
        } else {
            add(latency, endNs - fromNs, overNs - fromNs);
        }
    }

    private void notSeen(long dueNs, boolean unsent) {
        long waitedNs = endNs - dueNs;
        add(Latency.SEND_DELAY, unsent ? waitedNs : 0, waitedNs);
        add(Latency.RESPONSE, waitedNs, overNs - dueNs);
        add(Latency.END_TO_END, waitedNs, overNs - dueNs);
        if (!unsent) {
            add(Latency.SEND_ACK, 0, overNs - dueNs);
            add(Latency.TRANSFER, 0, overNs - dueNs);
        }
    }

    private void add(Latency latency, long leastNs, long mostNs) {
        record(least, latency, leastNs);
        record(most, latency, mostNs);
    }

    private static void record(Map<Latency, Histogram> histograms, Latency latency, long ns) {
        histograms
                .computeIfAbsent(latency, l -> new Histogram(Latencies.SIGNIFICANT_DIGITS))
                .recordValue(Math.max(0, ns));
    }

    /** Lower bounds of the latencies. */
    Histogram least(Latency latency) {
        return least.getOrDefault(latency, NONE);
    }

    /** Upper bounds of the latencies, without the time from the proxy to the driver. */
    Histogram most(Latency latency) {
        return most.getOrDefault(latency, NONE);
    }

    /** The longest time in the load without an answer to the producer. */
    Outage longestWithoutAnswer() {
        return longest(answers);
    }

    /** The longest time in the load without a delivery. */
    Outage longestWithoutDelivery() {
        return longest(deliveries);
    }

    private Outage longest(List<Long> events) {
        Outage longest = new Outage(0, 0, true);
        long before = startNs;
        for (long at : Stream.concat(events.stream(), Stream.of(endNs)).toList()) {
            long to = Math.min(at, endNs);
            Outage silence = new Outage(before - startNs, to - startNs, true);
            longest = silence.seconds() > longest.seconds() ? silence : longest;
            before = to;
        }
        return longest;
    }

    /**
     * Number of messages first written toward the consumer in the given time: ns from the start of the load, the end exclusive.
     */
    int deliveredBetween(long fromNs, long toNs) {
        return (int) deliveries.stream()
                .filter(at -> at - startNs >= fromNs && at - startNs < toNs)
                .count();
    }

    double sentPerSecond() {
        return perSecond(sent);
    }

    double receivedPerSecond() {
        return perSecond(received);
    }

    private double perSecond(int events) {
        return events * (double) SECOND_NS / (endNs - measureNs);
    }
}
