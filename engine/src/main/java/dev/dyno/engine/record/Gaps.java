package dev.dyno.engine.record;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Gaps of a millisecond or longer between the events of one recorder, from the first fault on. The intersection of the gaps of
 * all recorders is the time without any event.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of its {@link Recorder}. Exact up to {@value #CAPACITY} gaps; each time
 * there are as many, the shorter half is dropped, so the longest ones stay. Allocates only while their number grows.
 */
public final class Gaps {

    static final int CAPACITY = 1 << 16;

    /** Shortest gap in ns: shorter ones are no outage, and too frequent to be remembered. */
    static final long SHORTEST_NS = 1_000_000;

    private final FaultLog log;
    private long floorNs = SHORTEST_NS;
    private long lastNs;
    /** Start and end of each gap, one after the other. */
    private long[] ends = new long[128];

    private int size;

    Gaps(FaultLog log) {
        this.log = log;
    }

    void begin(long startNs) {
        lastNs = startNs;
        size = 0;
    }

    /** Adds an event. Events may come slightly out of order; one that is earlier than the last changes nothing. */
    void event(long ns) {
        long gap = ns - lastNs;
        if (gap >= floorNs && log.hasBegun()) {
            add(lastNs, ns);
        }
        if (gap > 0) {
            lastNs = ns;
        }
    }

    private void add(long from, long to) {
        if (size == CAPACITY) {
            giveUpTheShorterHalf();
        }
        if (2 * size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[2 * size] = from;
        ends[2 * size + 1] = to;
        size++;
    }

    private long lengthOf(int gap) {
        return ends[2 * gap + 1] - ends[2 * gap];
    }

    private void giveUpTheShorterHalf() {
        long[] lengths =
                IntStream.range(0, size).mapToLong(this::lengthOf).sorted().toArray();
        floorNs = lengths[size / 2] + 1;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (lengthOf(i) >= floorNs) {
                System.arraycopy(ends, 2 * i, ends, 2 * kept++, 2);
            }
        }
        size = kept;
    }

    /** All gaps in order, as pairs of start and end. The last one has no end: {@link Long#MAX_VALUE}. */
    long[] pairs() {
        long[] pairs = Arrays.copyOf(ends, 2 * (size + 1));
        pairs[2 * size] = lastNs;
        pairs[2 * size + 1] = Long.MAX_VALUE;
        return pairs;
    }

    /** Returns the times that are in a gap of each list. */
    static long[] intersection(long[] a, long[] b) {
        long[] common = new long[a.length + b.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            long from = Math.max(a[i], b[j]);
            long to = Math.min(a[i + 1], b[j + 1]);
            if (from < to) {
                common[n] = from;
                common[n + 1] = to;
                n += 2;
            }
            if (a[i + 1] < b[j + 1]) {
                i += 2;
            } else {
                j += 2;
            }
        }
        return Arrays.copyOf(common, n);
    }
}
