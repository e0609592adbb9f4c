package dev.dyno.engine.record;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Latency;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Latencies and counters of one or more loops, or of the consumers of one or more subscriptions, cut into the intervals of the
 * {@link Timeline} by the time of each event, so that a late collector moves no event from one second to another.
 *
 * <p>A writer holds this object's monitor for one or more events; the collector takes the finished intervals and gives each back:
 *
 * <pre>{@code
 * synchronized (recorder) {                       // a loop, or a consumer
 *     recorder.acknowledged(intendedNs, sentNs, ownDelayNs, acknowledgedNs);
 * }
 *
 * recorder.collect(boundaryNs, buffer -> {        // the collector, once a second
 *     sum.add(buffer);
 *     recorder.recycle(buffer);
 * });
 * }</pre>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Methods that record must be called with the monitor held; {@link #begin}, {@link #measureFrom}, {@link #collect}, {@link
 *       #collectAll}, {@link #counts}, {@link #cut} and {@link #recycle} take it.
 *   <li>Each event is in exactly one interval: that of its own time, however late the collector comes, or the present one if an
 *       event of a later interval came before it.
 *   <li>A buffer that was passed on has one owner, the collector, until it is given back; no writer touches it.
 *   <li>The monitor is almost never contended: its holders are one loop, or blocking loops or consumers for a few hundred
 *       nanoseconds each, and histograms are added up without it.
 *   <li>Writing allocates only when a latency is recorded for the first time or outgrows its histogram, or a second begins and
 *       the collector is late.
 * </ol>
 */
public final class Recorder {

    public final Optional<String> group;

    private final Timeline timeline;
    private final ArrayDeque<IntervalBuffer> finished = new ArrayDeque<>();
    private final ArrayDeque<IntervalBuffer> spare = new ArrayDeque<>();
    /** Gaps between acknowledgements or deliveries; null where no fault is expected. */
    private final @Nullable Gaps gaps;

    private IntervalBuffer current = new IntervalBuffer();
    /** Start of the load. It and the next field are copies of the timeline's values, because each message needs them. */
    private long startNs;

    private long measureNs;

    /** @param group name of the groups that use this recorder, and no others; empty = those without a name */
    public Recorder(Timeline timeline, FaultLog faults, Optional<String> group) {
        this.timeline = timeline;
        this.group = group;
        gaps = faults.isWatching() ? new Gaps(faults) : null;
    }

    /** Begins with the load, after {@link Timeline#begin}. Drops what was recorded before. */
    public synchronized void begin() {
        finished.clear();
        current.clear();
        // Allocated here, so that no writer allocates at the end of the first second.
        spare.add(new IntervalBuffer());
        startNs = timeline.startNs;
        measureNs = timeline.measureNs();
        current.startNs = timeline.startNs;
        current.endNs = timeline.boundaryAfter(timeline.startNs);
        if (gaps != null) {
            gaps.begin(timeline.startNs);
        }
    }

    /** Moves the start of the measured phase to an earlier time that is still to come, after {@link Timeline#measureAfter}. */
    public synchronized void measureFrom(long ns) {
        measureNs = ns;
    }

    /**
     * Records a message handed to the client library.
     *
     * @param ownDelayNs with a schedule: part of the send delay, in ns, in which Dyno did not wait for the broker
     * @param bytes of its body
     */
    public void sent(long intendedNs, long sentNs, boolean scheduled, long ownDelayNs, long bytes) {
        IntervalBuffer buffer = bufferAt(sentNs);
        buffer.sent++;
        buffer.sentBytes += bytes;
        if (scheduled) {
            boolean isWarmup = isWarmup(intendedNs);
            long delayNs = sentNs - intendedNs;
            buffer.recordPair(Latency.OWN_DELAY, ownDelayNs, Latency.SEND_DELAY, delayNs, 0, isWarmup);
            if (delayNs > ownDelayNs) {
                buffer.record(Latency.BLOCKED_TIME, delayNs - ownDelayNs, isWarmup);
            }
        }
    }

    /** Counts bytes of received bodies. */
    public void receivedBytes(long receivedNs, long bytes) {
        bufferAt(receivedNs).receivedBytes += bytes;
    }

    /**
     * Records an acknowledgement by the broker.
     *
     * @param ownDelayNs part of the time from {@code intendedNs} to {@code sentNs} in which Dyno did not wait for the broker
     */
    public void acknowledged(long intendedNs, long sentNs, long ownDelayNs, long acknowledgedNs) {
        IntervalBuffer buffer = bufferAt(acknowledgedNs);
        if (gaps != null) {
            gaps.event(acknowledgedNs);
        }
        buffer.recordAcknowledged(intendedNs, sentNs, ownDelayNs, acknowledgedNs, isWarmup(intendedNs));
    }

    /**
     * Records a received message with times of our clock. A message that was intended before this load belongs to the phase of
     * its arrival, and its latency still counts from its intended time.
     *
     * @param ownDelayNs part of the time from {@code intendedNs} to {@code sentNs} in which Dyno did not wait for the broker
     */
    public void received(long intendedNs, long sentNs, long ownDelayNs, long receivedNs) {
        boolean isWarmup = isWarmup(intendedNs < startNs ? receivedNs : intendedNs);
        countReceived(receivedNs)
                .recordPair(
                        Latency.TRANSFER,
                        receivedNs - sentNs,
                        Latency.END_TO_END,
                        receivedNs - intendedNs,
                        ownDelayNs,
                        isWarmup);
    }

    /**
     * Records the reply to a request.
     *
     * @param intendedNs of the request
     * @param ownDelayNs part of the request's send delay in which Dyno did not wait for the broker
     */
    public void replied(long intendedNs, long ownDelayNs, long receivedNs) {
        countReceived(receivedNs)
                .recordWithOwnDelay(Latency.ROUND_TRIP, receivedNs - intendedNs, ownDelayNs, isWarmup(intendedNs));
    }

    /** Records a received message with times of a clock that cannot be compared with ours. */
    public void receivedFromForeignClock(long receivedNs) {
        countReceived(receivedNs).foreignClock++;
    }

    /** Records a received message of another program without a timestamp. */
    public void receivedUntimed(long receivedNs) {
        countReceived(receivedNs);
    }

    /** Records a delivery that repeated an earlier one: its message is received already. */
    public void repeated(long receivedNs) {
        bufferAt(receivedNs).repeated++;
        if (gaps != null) {
            gaps.event(receivedNs);
        }
    }

    /**
     * Records a message of another program. It belongs to the phase of its arrival, because this run did not intend it.
     *
     * @param ageNs by its timestamp; negative if that is of a clock ahead of ours
     */
    public void receivedByTimestamp(long receivedNs, long ageNs) {
        countReceived(receivedNs).record(Latency.BY_TIMESTAMP, ageNs, isWarmup(receivedNs));
    }

    private IntervalBuffer countReceived(long receivedNs) {
        IntervalBuffer buffer = bufferAt(receivedNs);
        buffer.received++;
        if (gaps != null) {
            gaps.event(receivedNs);
        }
        return buffer;
    }

    public void committed(Latency kind, long beganNs, long endedNs) {
        bufferAt(endedNs).record(kind, endedNs - beganNs, isWarmup(beganNs));
    }

    public void blocked(long nowNs) {
        bufferAt(nowNs).blocked++;
    }

    public void failed(long nowNs, long messages) {
        bufferAt(nowNs).failed += messages;
    }

    /** @param waited whether they were missed in a wait for the broker */
    public void skipped(long nowNs, long slots, boolean waited) {
        IntervalBuffer buffer = bufferAt(nowNs);
        buffer.skipped += slots;
        buffer.blocked += waited ? slots : 0;
    }

    /** Whether a time is in the measured phase or after it. */
    public boolean isMeasured(long ns) {
        return !isWarmup(ns);
    }

    private boolean isWarmup(long intendedNs) {
        return intendedNs < measureNs;
    }

    private IntervalBuffer bufferAt(long eventNs) {
        assert Thread.holdsLock(this) : "the recorder's monitor is not held";
        if (eventNs >= current.endNs) {
            roll(eventNs);
        }
        return current;
    }

    private void roll(long nowNs) {
        finished.add(current);
        IntervalBuffer next = spare.poll();
        current = next == null ? new IntervalBuffer() : next;
        current.startNs = timeline.boundaryAtOrBefore(nowNs);
        current.endNs = timeline.boundaryAfter(nowNs);
    }

    /**
     * Passes on the finished buffers, at least all that end at or before the given time; the receiver returns each by {@link
     * #recycle}.
     */
    void collect(long untilNs, Consumer<IntervalBuffer> sink) {
        synchronized (this) {
            if (untilNs >= current.endNs) {
                roll(untilNs);
            }
        }
        handOut(sink);
    }

    /** Passes on all buffers, including the present one; the last call. */
    void collectAll(long nowNs, Consumer<IntervalBuffer> sink) {
        synchronized (this) {
            roll(nowNs);
        }
        handOut(sink);
    }

    /** Passes on finished buffers without holding the monitor: adding histograms takes longer than a writer should wait. */
    private void handOut(Consumer<IntervalBuffer> sink) {
        for (IntervalBuffer next = nextFinished(); next != null; next = nextFinished()) {
            sink.accept(next);
        }
    }

    private synchronized @Nullable IntervalBuffer nextFinished() {
        return finished.poll();
    }

    /** Cuts the present interval at the end of the load, after {@link Timeline#endLoad}. */
    public synchronized void cut(long endOfLoadNs) {
        if (endOfLoadNs > current.startNs && endOfLoadNs < current.endNs) {
            current.endNs = endOfLoadNs;
        } else if (endOfLoadNs <= current.startNs) {
            // A later event has already opened the next buffer, which keeps its start and ends at the next new
            // boundary.
            current.endNs = timeline.boundaryAfter(current.startNs);
        }
    }

    /** Gaps, at the end of the run; empty where no fault was expected. */
    public synchronized Stream<Gaps> gaps() {
        return Stream.ofNullable(gaps);
    }

    /** Counts that have not been collected. */
    synchronized Counts counts() {
        Counts sum = current.counts();
        for (IntervalBuffer buffer : finished) {
            sum = sum.plus(buffer.counts());
        }
        return sum;
    }

    /** Number of buffers, without those lent to a collector. */
    synchronized int buffers() {
        return 1 + finished.size() + spare.size();
    }

    /** Takes back a buffer that has been read. */
    void recycle(IntervalBuffer used) {
        used.clear();
        synchronized (this) {
            spare.add(used);
        }
    }
}
