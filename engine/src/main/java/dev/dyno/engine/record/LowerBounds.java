package dev.dyno.engine.record;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Lower bounds of the latencies of messages that were due and unfinished when the run stopped waiting: those never handed over,
 * those handed over and not acknowledged, and those not received. Each belongs to the phase in which it was due. Connects and
 * commits that have not ended count, too, in the phase in which they began.
 *
 * <p>All times are in ns from the start of the load, so that bounds of workers with different clocks can be added up.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 *
 * @param measureNs start of the measured phase
 * @param parts the bounds so far
 * @param group to which the next messages are added, too, if any
 */
public record LowerBounds(long measureNs, IntervalStream.Parts parts, Optional<String> group) {

    /** Gives the steps of the values, which are equal in all histograms of this number of digits. */
    private static final Histogram STEPS = new Histogram(Latencies.SIGNIFICANT_DIGITS);

    /**
     * Subscriptions that a message has to reach.
     *
     * @param group name of the groups with their consumers
     * @param latency ends with the delivery to them
     */
    public record Owed(Optional<String> group, Latency latency) {}

    public LowerBounds(long measureNs) {
        this(measureNs, new IntervalStream.Parts(), Optional.empty());
    }

    /** Returns a view of these bounds: messages added to it count for a group, too. */
    public LowerBounds forGroup(Optional<String> name) {
        return new LowerBounds(measureNs, parts, name);
    }

    /**
     * Adds messages that were never handed over.
     *
     * @param dueNs intended time of the first one
     * @param untilNs end of sending
     * @param count number of messages, all in one phase and with bounds in one step of the histogram
     * @param ownDelayNs maximum part of their delay, in ns, in which Dyno did not wait for the broker
     * @param owed number of subscriptions that each message would have had to reach
     */
    public void unsent(long dueNs, long untilNs, long count, long ownDelayNs, Map<Owed, Long> owed) {
        add(dueNs, Latency.SEND_DELAY, untilNs - dueNs, count);
        if (untilNs - dueNs > ownDelayNs) {
            add(dueNs, Latency.BLOCKED_TIME, untilNs - dueNs - ownDelayNs, count);
        }
        add(dueNs, Latency.RESPONSE, untilNs - dueNs, count);
        owed.forEach((consumers, subscriptions) ->
                forGroup(consumers.group).add(dueNs, consumers.latency, untilNs - dueNs, count * subscriptions));
    }

    /** Adds a message that was handed over and not acknowledged by {@code untilNs}. */
    public void unacknowledged(long dueNs, long sentNs, long untilNs) {
        add(dueNs, Latency.SEND_ACK, untilNs - sentNs, 1);
        add(dueNs, Latency.RESPONSE, untilNs - dueNs, 1);
    }

    /** Adds a message that a subscription had not received at the end of the drain. */
    public void undelivered(long dueNs, long sentNs, long untilNs) {
        add(dueNs, Latency.TRANSFER, untilNs - sentNs, 1);
        add(dueNs, Latency.END_TO_END, untilNs - dueNs, 1);
    }

    /** Adds a request whose reply had not been received at the end of the drain. */
    public void unanswered(long dueNs, long untilNs) {
        add(dueNs, Latency.ROUND_TRIP, untilNs - dueNs, 1);
    }

    /** Adds a client that was still connecting at the end of the load, or a commit that had no answer. */
    public void ongoing(Latency kind, long beganNs, long untilNs) {
        add(beganNs, kind, untilNs - beganNs, 1);
    }

    /**
     * End of the longest time from {@code dueNs} on whose messages belong to one phase and have lower bounds in one step of the
     * histogram, exclusive.
     */
    public long endOfStepNs(long dueNs, long untilNs) {
        long endNs = untilNs - STEPS.lowestEquivalentValue(untilNs - dueNs) + 1;
        return dueNs < measureNs ? Math.min(endNs, measureNs) : endNs;
    }

    private void add(long dueNs, Latency latency, long waitedNs, long count) {
        Stream.concat(Stream.of(parts), group.map(parts::ofGroup).stream())
                .map(bounds -> dueNs < measureNs ? bounds.warmup : bounds.measured)
                .forEach(phase -> phase.addUnfinished(latency, Math.max(0, waitedNs), count));
    }
}
