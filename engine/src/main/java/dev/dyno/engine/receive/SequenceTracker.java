package dev.dyno.engine.receive;

import java.util.Map;
import java.util.TreeMap;

/**
 * Set of one producer's sequences that have reached one subscription: exact, in memory that does not grow with their number.
 *
 * <p>All sequences below a moving base have arrived, but for gaps remembered as ranges; above the base a window has one bit per
 * sequence. The window grows while messages overtake each other by more than its width, up to {@value #MAX_WINDOW}, unless
 * another limit is given; a sequence missing when the window moves becomes a gap, and a late message closes it again. Only the
 * number of separate gaps is limited: beyond {@value #MAX_GAPS} the oldest is given up, and {@link #isExact} turns false.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates only when the window grows and for gaps.
 */
final class SequenceTracker {

    static final int MAX_WINDOW = 1 << 20;
    static final int MAX_GAPS = 50_000;
    private static final int FIRST_WINDOW = 1 << 10;

    private final long maxWindow;
    private long[] bits = new long[FIRST_WINDOW / Long.SIZE];
    /** First sequence of the window, a multiple of 64. */
    private long base;

    private long highest = -1;
    private long distinct;
    private long duplicates;
    /** Start of a missing range → its end, exclusive; all below the base. */
    final TreeMap<Long, Long> gaps = new TreeMap<>();

    private boolean exact = true;

    /** @param maxWindow how far the window may grow: a power of two */
    SequenceTracker(long maxWindow) {
        this.maxWindow = maxWindow;
    }

    /**
     * Adds an arrived sequence.
     *
     * @param sequence at least 0
     * @return whether the sequence had not arrived before
     */
    boolean add(long sequence) {
        if (sequence > highest) {
            highest = sequence;
        }
        if (sequence < base) {
            return count(closeGap(sequence));
        }
        if (sequence >= base + window()) {
            makeRoomFor(sequence);
        }
        int word = wordOf(sequence);
        long bit = 1L << sequence;
        boolean first = (bits[word] & bit) == 0;
        bits[word] |= bit;
        return count(first);
    }

    private boolean count(boolean first) {
        if (first) {
            distinct++;
        } else {
            duplicates++;
        }
        return first;
    }

    boolean contains(long sequence) {
        if (sequence > highest) {
            return false;
        }
        if (sequence >= base) {
            return (bits[wordOf(sequence)] & (1L << sequence)) != 0;
        }
        Map.Entry<Long, Long> gap = gaps.floorEntry(sequence);
        return gap == null || sequence >= gap.getValue();
    }

    /** Number of sequences from {@code first} to {@code end}, exclusive, that have not arrived. */
    long missing(long first, long end) {
        long missing = Math.max(0, end - Math.max(first, highest + 1));
        long known = Math.min(end, highest + 1);
        for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
            missing += Math.max(0, Math.min(known, gap.getValue()) - Math.max(first, gap.getKey()));
        }
        for (long s = Math.max(first, base); s < known; s++) {
            missing += (bits[wordOf(s)] & (1L << s)) == 0 ? 1 : 0;
        }
        return missing;
    }

    long arrivedFrom(long first) {
        return first > highest ? 0 : highest + 1 - first - missing(first, highest + 1);
    }

    /** First sequence at or after the given one that has not arrived. */
    long nextMissing(long from) {
        if (from < base) {
            Map.Entry<Long, Long> gap = gaps.floorEntry(from);
            if (gap != null && from < gap.getValue()) {
                return from;
            }
            Long next = gaps.higherKey(from);
            if (next != null) {
                return next;
            }
        }
        for (long s = Math.max(from, base); s <= highest; s++) {
            if ((bits[wordOf(s)] & (1L << s)) == 0) {
                return s;
            }
        }
        return Math.max(from, highest + 1);
    }

    /** Number of different sequences that have arrived. */
    long distinct() {
        return distinct;
    }

    long duplicates() {
        return duplicates;
    }

    /** Highest sequence that has arrived; -1 if none has. */
    long highest() {
        return highest;
    }

    /** Whether all gaps are remembered. Once a gap had to be given up, a late message of it counts as a duplicate. */
    boolean isExact() {
        return exact;
    }

    /** Present width of the window, in sequences. */
    long window() {
        return (long) bits.length * Long.SIZE;
    }

    private int wordOf(long sequence) {
        return (int) (sequence >>> 6) & (bits.length - 1);
    }

    private void makeRoomFor(long sequence) {
        while (sequence >= base + window()) {
            boolean leavesNothingMissing = bits[wordOf(base)] == -1L;
            if (leavesNothingMissing) {
                bits[wordOf(base)] = 0;
                base += Long.SIZE;
            } else if (2 * window() <= maxWindow) {
                grow();
            } else if (sequence - base >= 2 * window()) {
                jumpTo(sequence);
            } else {
                rememberMissing(base, bits[wordOf(base)]);
                bits[wordOf(base)] = 0;
                base += Long.SIZE;
            }
        }
    }

    private void grow() {
        long[] old = bits;
        bits = new long[2 * old.length];
        for (long s = base; s < base + (long) old.length * Long.SIZE; s += Long.SIZE) {
            bits[wordOf(s)] = old[(int) (s >>> 6) & (old.length - 1)];
        }
    }

    /** Moves the base past the whole window, for a sequence so far ahead that nothing of the window would remain. */
    private void jumpTo(long sequence) {
        long end = base + window();
        for (; base < end; base += Long.SIZE) {
            rememberMissing(base, bits[wordOf(base)]);
            bits[wordOf(base)] = 0;
        }
        long newBase = sequence & -Long.SIZE;
        addGap(base, newBase);
        base = newBase;
    }

    private void rememberMissing(long firstOfWord, long word) {
        long missing = ~word;
        while (missing != 0) {
            int from = Long.numberOfTrailingZeros(missing);
            int length = Long.numberOfTrailingZeros(~(missing >>> from));
            int to = Math.min(Long.SIZE, from + length);
            addGap(firstOfWord + from, firstOfWord + to);
            missing = to == Long.SIZE ? 0 : missing & (-1L << to);
        }
    }

    private void addGap(long from, long to) {
        if (from == to) {
            return;
        }
        Map.Entry<Long, Long> last = gaps.lastEntry();
        if (last != null && last.getValue() == from) {
            gaps.put(last.getKey(), to);
            return;
        }
        gaps.put(from, to);
        forgetBeyondLimit();
    }

    private void forgetBeyondLimit() {
        if (gaps.size() > MAX_GAPS) {
            gaps.pollFirstEntry();
            exact = false;
        }
    }

    /** Takes a late sequence out of its gap; false if it had arrived before. */
    private boolean closeGap(long sequence) {
        Map.Entry<Long, Long> gap = gaps.floorEntry(sequence);
        if (gap == null || sequence >= gap.getValue()) {
            return false;
        }
        long from = gap.getKey();
        long to = gap.getValue();
        gaps.remove(from);
        if (from < sequence) {
            gaps.put(from, sequence);
        }
        if (sequence + 1 < to) {
            gaps.put(sequence + 1, to);
        }
        // A late message in the middle of a gap splits it.
        forgetBeyondLimit();
        return true;
    }
}
