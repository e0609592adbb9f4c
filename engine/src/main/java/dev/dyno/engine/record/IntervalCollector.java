package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSums;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Merges the buffers of all recorders into intervals, a moment after each boundary, passes the intervals on, and adds them up.
 * The intervals have no gap between them, even if the collector is late or no event was recorded.
 *
 * <p>Assumptions and guarantees: {@link #start}, {@link #finish} and the sums from one thread, {@link #counts} from any; intervals
 * are passed on in order, one at a time, on the time source's thread and at the end on the caller's.
 */
public final class IntervalCollector {

    /**
     * Time in ns after a boundary at which buffers are collected, so that events just before it are included: recorders place an
     * event by its own time.
     */
    private static final long GRACE_NS = 20_000_000;

    private final TimeSource time;
    private final Timeline timeline;
    private final List<Recorder> recorders;
    private final IntervalStream stream;
    private final TreeMap<Long, IntervalStream.Parts> open = new TreeMap<>();

    private TimeSource.Cancellable next = () -> {};
    private long graceNs = GRACE_NS;
    private boolean finished;

    public IntervalCollector(
            TimeSource time,
            Timeline timeline,
            List<Recorder> recorders,
            long startEpochMillis,
            Consumer<Interval> sink) {
        this.time = time;
        this.timeline = timeline;
        this.recorders = recorders;
        stream = new IntervalStream(sink);
        stream.begin(startEpochMillis);
    }

    /**
     * Begins to collect after each boundary.
     *
     * @param earlierNs longest time between the end of the load and the moment at which that end becomes known, in ns
     */
    public synchronized void start(long earlierNs) {
        graceNs += earlierNs;
        schedule(timeline.startNs);
    }

    private void schedule(long afterNs) {
        long boundary = timeline.boundaryAfter(afterNs);
        next = time.schedule(boundary + graceNs, () -> tick(boundary));
    }

    private synchronized void tick(long boundary) {
        if (finished) {
            return;
        }
        collect(boundary);
        schedule(Math.max(boundary, time.nanoTime() - graceNs));
    }

    /**
     * Collects the remaining buffers; the last call.
     *
     * @param unfinished lower bounds of the unfinished messages, added to the last interval
     */
    public synchronized void finish(long nowNs, LowerBounds unfinished) {
        finished = true;
        next.cancel();
        collect(nowNs);
        for (Recorder recorder : recorders) {
            recorder.collectAll(nowNs, buffer -> take(recorder, buffer));
        }
        IntervalStream.Parts last = new IntervalStream.Parts();
        open.values().forEach(last::add);
        open.clear();
        last.add(unfinished.parts());
        if (nowNs > nextStartNs() || !last.isEmpty()) {
            handOn(nowNs, last);
        }
    }

    private void collect(long untilNs) {
        for (Recorder recorder : recorders) {
            recorder.collect(untilNs, buffer -> take(recorder, buffer));
        }
        long endNs = timeline.boundaryAfter(nextStartNs());
        while (endNs <= untilNs) {
            IntervalStream.Parts parts = open.remove(nextStartNs());
            handOn(endNs, parts == null ? new IntervalStream.Parts() : parts);
            endNs = timeline.boundaryAfter(nextStartNs());
        }
    }

    /**
     * Adds a buffer to its interval. Its recorder may have begun the buffer before the load was ended early, so the present
     * boundaries decide.
     */
    private void take(Recorder recorder, IntervalBuffer buffer) {
        long startNs = Math.max(nextStartNs(), timeline.boundaryAtOrBefore(buffer.startNs));
        open.computeIfAbsent(startNs, s -> new IntervalStream.Parts()).add(buffer, recorder.group, timeline.startNs);
        recorder.recycle(buffer);
    }

    private long nextStartNs() {
        return timeline.startNs + stream.nextStartNs;
    }

    private void handOn(long endNs, IntervalStream.Parts parts) {
        stream.handOn(timeline.phaseAt(nextStartNs()), endNs - timeline.startNs, parts);
    }

    /** Counts so far, with those of seconds that have not ended. */
    public synchronized Counts counts() {
        Counts sum = stream.sums.total();
        for (IntervalStream.Parts parts : open.values()) {
            sum = sum.plus(parts.counts);
        }
        for (Recorder recorder : recorders) {
            sum = sum.plus(recorder.counts());
        }
        return sum;
    }

    public synchronized IntervalSums sums() {
        return stream.sums;
    }
}
