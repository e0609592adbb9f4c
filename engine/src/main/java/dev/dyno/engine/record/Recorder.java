package dev.dyno.engine.record;

import dev.dyno.model.result.Latency;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Latencies and counters of one loop, or of several consumers, cut into the intervals of the {@link Timeline} by the time of
 * each event, so that a late collector moves nothing from one second to another.
 *
 * <p>Assumptions and guarantees: every method is called with this object's monitor held, except {@link #begin}, {@link
 * #measureFrom}, {@link #collect}, {@link #collectAll}, {@link #cut} and {@link #recycle}, which take it. The monitor is almost never contended:
 * the writer is one loop, or a few consumers a few hundred nanoseconds each, and the collector comes once a second. Writing
 * allocates only when a latency is seen for the first time, outgrows its histogram, or a second begins that the collector has
 * not kept up with.
 */
public final class Recorder {

    private final Timeline timeline;
    private final ArrayDeque<Frame> finished = new ArrayDeque<>();
    private final ArrayDeque<Frame> spare = new ArrayDeque<>();
    /** Between acknowledgements or deliveries; null where no fault is to be expected. */
    private final @Nullable Gaps gaps;

    private Frame frame = new Frame();
    /** As in the timeline; copies, because each message needs them. */
    private long startNs;

    private long measureNs;

    public Recorder(Timeline timeline, FaultLog faults) {
        this.timeline = timeline;
        gaps = faults.isWatching() ? new Gaps(faults) : null;
    }

    /** The load begins: {@link Timeline#begin} has been called. What was recorded before it, of probes, is dropped. */
    public synchronized void begin() {
        finished.clear();
        frame.clear();
        startNs = timeline.startNs;
        measureNs = timeline.measureNs();
        frame.startNs = timeline.startNs;
        frame.endNs = timeline.boundaryAfter(timeline.startNs);
        if (gaps != null) {
            gaps.begin(timeline.startNs);
        }
    }

    /** The measured phase begins earlier than planned, and later than now: {@link Timeline#measureAfter} has been called. */
    public synchronized void measureFrom(long ns) {
        measureNs = ns;
    }

    /**
     * A message was handed to the client library.
     *
     * @param ownDelayNs with a schedule: of the delay since it was intended, the part that was no wait for the broker
     */
    public void sent(long intendedNs, long sentNs, boolean scheduled, long ownDelayNs) {
        Frame f = frameAt(sentNs);
        f.sent++;
        if (scheduled) {
            boolean isWarmup = isWarmup(intendedNs);
            f.record(Latency.SEND_DELAY, sentNs - intendedNs, isWarmup);
            f.record(Latency.OWN_DELAY, ownDelayNs, isWarmup);
            long blockedNs = sentNs - intendedNs - ownDelayNs;
            if (blockedNs > 0) {
                f.record(Latency.BLOCKED_TIME, blockedNs, isWarmup);
            }
        }
    }

    /** Counts bytes of bodies that were handed to the client library. */
    public void sentBytes(long sentNs, long bytes) {
        frameAt(sentNs).sentBytes += bytes;
    }

    /** Counts bytes of bodies that were received. */
    public void receivedBytes(long receivedNs, long bytes) {
        frameAt(receivedNs).receivedBytes += bytes;
    }

    /** The broker acknowledged a message. */
    public void acknowledged(long intendedNs, long sentNs, long acknowledgedNs) {
        Frame f = frameAt(acknowledgedNs);
        if (gaps != null) {
            gaps.at(acknowledgedNs);
        }
        f.recordAcknowledged(intendedNs, sentNs, acknowledgedNs, isWarmup(intendedNs));
    }

    /**
     * A message was received whose times are on our clock. One that is older than this load, as consumers get that start late,
     * belongs to the phase in which it came: it has waited since its own intended time.
     */
    public void received(long intendedNs, long sentNs, long receivedNs) {
        Frame f = frameAt(receivedNs);
        f.received++;
        if (gaps != null) {
            gaps.at(receivedNs);
        }
        f.recordReceived(intendedNs, sentNs, receivedNs, isWarmup(intendedNs < startNs ? receivedNs : intendedNs));
    }

    /** A message was received whose times are on a clock that cannot be compared with ours. */
    public void receivedFromForeignClock(long receivedNs) {
        Frame f = frameAt(receivedNs);
        f.received++;
        if (gaps != null) {
            gaps.at(receivedNs);
        }
        f.foreignClock++;
    }

    /** A message was received that has no time of its own: a duplicate, or one of another program without a timestamp. */
    public void receivedUntimed(long receivedNs) {
        Frame f = frameAt(receivedNs);
        f.received++;
        if (gaps != null) {
            gaps.at(receivedNs);
        }
    }

    /**
     * A message of another program was received. It belongs to the phase in which it came, because nobody here intended it.
     *
     * @param ageNs by its timestamp; below zero if that is of a clock that is ahead of ours
     */
    public void receivedByTimestamp(long receivedNs, long ageNs) {
        receivedUntimed(receivedNs);
        frameAt(receivedNs).record(Latency.BY_TIMESTAMP, ageNs, isWarmup(receivedNs));
    }

    /** A transaction was committed. */
    public void committed(Latency kind, long beganNs, long endedNs) {
        frameAt(endedNs).record(kind, endedNs - beganNs, isWarmup(beganNs));
    }

    public void blocked(long nowNs) {
        frameAt(nowNs).blocked++;
    }

    public void failed(long nowNs, long messages) {
        frameAt(nowNs).failed += messages;
    }

    public void skipped(long nowNs, long slots) {
        frameAt(nowNs).skipped += slots;
    }

    private boolean isWarmup(long intendedNs) {
        return intendedNs < measureNs;
    }

    private Frame frameAt(long eventNs) {
        assert Thread.holdsLock(this) : "the recorder's monitor is not held";
        if (eventNs >= frame.endNs) {
            roll(eventNs);
        }
        return frame;
    }

    private void roll(long nowNs) {
        finished.add(frame);
        Frame next = spare.poll();
        frame = next == null ? new Frame() : next;
        frame.startNs = timeline.boundaryAtOrBefore(nowNs);
        frame.endNs = timeline.boundaryAfter(nowNs);
    }

    /** Hands out the frames that end at or before that time; the receiver gives each back by {@link #recycle}. */
    void collect(long untilNs, Consumer<Frame> sink) {
        synchronized (this) {
            if (untilNs >= frame.endNs) {
                roll(untilNs);
            }
        }
        handOut(sink);
    }

    /** Hands out all frames, the present one too: nobody will ask again. */
    void collectAll(long nowNs, Consumer<Frame> sink) {
        synchronized (this) {
            roll(nowNs);
        }
        handOut(sink);
    }

    /** The sink is called without the monitor: adding histograms takes longer than a writer should have to wait. */
    private void handOut(Consumer<Frame> sink) {
        for (Frame next = nextFinished(); next != null; next = nextFinished()) {
            sink.accept(next);
        }
    }

    private synchronized @Nullable Frame nextFinished() {
        return finished.poll();
    }

    /** Cuts the present interval where the load ended, after {@link Timeline#endLoad}. */
    public synchronized void cut(long endOfLoadNs) {
        if (endOfLoadNs > frame.startNs && endOfLoadNs < frame.endNs) {
            frame.endNs = endOfLoadNs;
        } else if (endOfLoadNs <= frame.startNs) {
            // A later event has opened the next frame already: it keeps its start and ends with the new grid.
            frame.endNs = timeline.boundaryAfter(frame.startNs);
        }
    }

    /** Its gaps, at the end; none where no fault was to be expected. */
    public synchronized Stream<Gaps> gaps() {
        return Stream.ofNullable(gaps);
    }

    /** How many frames it has, the ones lent to a collector aside. */
    synchronized int frames() {
        return 1 + finished.size() + spare.size();
    }

    /** Takes back a frame whose values have been read. */
    void recycle(Frame used) {
        used.clear();
        synchronized (this) {
            spare.add(used);
        }
    }
}
