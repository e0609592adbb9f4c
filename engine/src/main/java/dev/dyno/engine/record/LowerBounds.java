package dev.dyno.engine.record;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import org.HdrHistogram.Histogram;

/**
 * Lower bounds of the latencies of messages that were due and unfinished when the run stopped waiting: those never handed over,
 * those handed over and not acknowledged, and those not received. Each belongs to the phase in which it was due.
 *
 * <p>All times are in ns from the start of the load, so that workers with different clocks can be added up.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class LowerBounds {

    /** Only for its steps: all histograms with this number of digits have the same. */
    private static final Histogram STEPS = new Histogram(Latencies.SIGNIFICANT_DIGITS);

    private final long measureNs;
    private final IntervalStream.Parts parts = new IntervalStream.Parts();

    /** @param measureNs start of the measured phase */
    public LowerBounds(long measureNs) {
        this.measureNs = measureNs;
    }

    /**
     * Adds messages that were never handed over.
     *
     * @param dueNs intended time of the first one
     * @param untilNs end of sending
     * @param count number of messages, all in one phase and with bounds in one step of the histogram
     * @param subscriptions number that each message would have had to reach
     */
    public void unsent(long dueNs, long untilNs, long count, int subscriptions) {
        Latencies phase = phaseOf(dueNs);
        long waitedNs = Math.max(0, untilNs - dueNs);
        phase.addUnfinished(Latency.SEND_DELAY, waitedNs, count);
        phase.addUnfinished(Latency.RESPONSE, waitedNs, count);
        phase.addUnfinished(Latency.END_TO_END, waitedNs, count * subscriptions);
    }

    /** Adds a message that was handed over and not acknowledged by {@code untilNs}. */
    public void unacknowledged(long dueNs, long sentNs, long untilNs) {
        Latencies phase = phaseOf(dueNs);
        phase.addUnfinished(Latency.SEND_ACK, Math.max(0, untilNs - sentNs), 1);
        phase.addUnfinished(Latency.RESPONSE, Math.max(0, untilNs - dueNs), 1);
    }

    /** Adds a message that a subscription was owed and had not received at the end of the drain. */
    public void undelivered(long dueNs, long sentNs, long untilNs) {
        Latencies phase = phaseOf(dueNs);
        phase.addUnfinished(Latency.TRANSFER, Math.max(0, untilNs - sentNs), 1);
        phase.addUnfinished(Latency.END_TO_END, Math.max(0, untilNs - dueNs), 1);
    }

    /**
     * The end of the time that begins with a due time and of which all messages are of one phase and have bounds in one step of the
     * histogram.
     */
    public long endOfStepNs(long dueNs, long untilNs) {
        long endNs = untilNs - STEPS.lowestEquivalentValue(untilNs - dueNs) + 1;
        return dueNs < measureNs ? Math.min(endNs, measureNs) : endNs;
    }

    private Latencies phaseOf(long dueNs) {
        return dueNs < measureNs ? parts.warmup : parts.measured;
    }

    /** The added bounds, as a part of an interval. */
    public IntervalStream.Parts parts() {
        return parts;
    }
}
