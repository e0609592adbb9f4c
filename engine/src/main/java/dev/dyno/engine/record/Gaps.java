package dev.dyno.engine.record;

import java.util.Arrays;

/**
 * Gaps of a millisecond or longer between the events of one recorder, from the first fault on. The intersection of the gaps of
 * all recorders is the time without any event.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of its {@link Recorder}. Exact up to {@value #CAPACITY} gaps; beyond that
 * the shorter half is given up, again and again, so the longest ones stay. Allocates only while their number grows.
 */
public final class Gaps {

    static final int CAPACITY = 1 << 16;

    /** Shortest gap in ns: shorter ones are no outage, and too frequent to be remembered. */
    static final long SHORTEST_NS = 1_000_000;

    private final FaultLog log;
    private long floorNs = SHORTEST_NS;
    private long lastNs;
    private long[] fromNs = new long[64];
    private long[] toNs = new long[64];
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
        if (size == fromNs.length) {
            fromNs = Arrays.copyOf(fromNs, 2 * size);
            toNs = Arrays.copyOf(toNs, 2 * size);
        }
        fromNs[size] = from;
        toNs[size] = to;
        size++;
    }

    private void giveUpTheShorterHalf() {
        long[] lengths = new long[size];
        for (int i = 0; i < size; i++) {
            lengths[i] = toNs[i] - fromNs[i];
        }
        Arrays.sort(lengths);
        floorNs = lengths[size / 2] + 1;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (toNs[i] - fromNs[i] >= floorNs) {
                fromNs[kept] = fromNs[i];
                toNs[kept] = toNs[i];
                kept++;
            }
        }
        size = kept;
    }

    /** All gaps in order, as pairs of start and end. The last one has no end: {@link Long#MAX_VALUE}. */
    long[] pairs() {
        long[] pairs = new long[2 * (size + 1)];
        for (int i = 0; i < size; i++) {
            pairs[2 * i] = fromNs[i];
            pairs[2 * i + 1] = toNs[i];
        }
        pairs[2 * size] = lastNs;
        pairs[2 * size + 1] = Long.MAX_VALUE;
        return pairs;
    }

    /** Times that are in a gap of both. */
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
