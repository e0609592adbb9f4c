package dev.dyno.model.result;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The values of a histogram with their counts, without empty buckets: a copy that is quick to read. A histogram has some 20,000
 * buckets and a second of a load a few hundred values, and the values of each second are read several times during the load.
 *
 * <p>Assumptions and guarantees: immutable. The histogram has {@link Latencies#SIGNIFICANT_DIGITS} digits and the unit 1.
 */
public final class RecordedCounts {

    static final RecordedCounts NONE = new RecordedCounts(new long[0], new long[0]);

    /** Number of lowest values with a bucket each; beyond them, each factor of two has half as many buckets. */
    private static final int SINGLE_VALUES = 2048;

    /** Bytes of the library's encoding before the counts. */
    private static final int HEAD_BYTES = 40;

    private static final int LENGTH_AT = 4;

    /** Buffer for the encoded counts of this thread's next histogram. */
    private static final ThreadLocal<ByteBuffer> ENCODED = ThreadLocal.withInitial(() -> ByteBuffer.allocate(0));

    private final long[] lowestNs;
    private final long[] counts;
    private final long total;

    private RecordedCounts(long[] lowestNs, long[] counts) {
        this.lowestNs = lowestNs;
        this.counts = counts;
        total = Arrays.stream(counts).sum();
    }

    /** Copies the counts of the first {@code used} buckets. */
    static RecordedCounts of(long[] buckets, int used) {
        int size = 0;
        for (int bucket = 0; bucket < used; bucket++) {
            size += buckets[bucket] == 0 ? 0 : 1;
        }
        long[] lowestNs = new long[size];
        long[] counts = new long[size];
        for (int bucket = used - 1; size > 0; bucket--) {
            if (buckets[bucket] != 0) {
                lowestNs[--size] = lowestNs(bucket);
                counts[size] = buckets[bucket];
            }
        }
        return new RecordedCounts(lowestNs, counts);
    }

    /**
     * Copies the values of a histogram. The library's encoding already contains the numbers of empty buckets, and is several
     * times as quick as its iterators.
     */
    public static RecordedCounts of(Histogram histogram) {
        ByteBuffer buffer = ENCODED.get();
        if (buffer.capacity() < histogram.getNeededByteBufferCapacity()) {
            buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            ENCODED.set(buffer);
        }
        buffer.clear();
        histogram.encodeIntoByteBuffer(buffer);
        int end = HEAD_BYTES + buffer.getInt(LENGTH_AT);
        buffer.position(HEAD_BYTES);
        long[] lowestNs = new long[end - HEAD_BYTES];
        long[] counts = new long[end - HEAD_BYTES];
        int size = 0;
        for (int bucket = 0; buffer.position() < end; ) {
            long count = next(buffer);
            if (count > 0) {
                lowestNs[size] = lowestNs(bucket++);
                counts[size++] = count;
            } else {
                // The encoding has 0 for a single empty bucket, and minus their number for several.
                bucket += (int) Math.max(1, -count);
            }
        }
        return new RecordedCounts(Arrays.copyOf(lowestNs, size), Arrays.copyOf(counts, size));
    }

    /** Next number in the library's encoding, a ZigZag LEB128 of up to nine bytes: a count, or minus a number of buckets. */
    private static long next(ByteBuffer buffer) {
        long coded = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte part = buffer.get();
            coded |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return coded >>> 1 ^ -(coded & 1);
            }
        }
        coded |= (long) buffer.get() << 56;
        return coded >>> 1 ^ -(coded & 1);
    }

    /** @param valueNs at least 0 */
    static int bucketOf(long valueNs) {
        int shift =
                Long.numberOfLeadingZeros(SINGLE_VALUES - 1) - Long.numberOfLeadingZeros(valueNs | SINGLE_VALUES - 1);
        return shift * (SINGLE_VALUES / 2) + (int) (valueNs >>> shift);
    }

    private static long lowestNs(int bucket) {
        int half = SINGLE_VALUES / 2;
        int shift = bucket / half - 1;
        return shift <= 0 ? bucket : (long) (bucket % half + half) << shift;
    }

    /** Number of values that share a bucket. */
    private static long width(long lowestNs) {
        return lowestNs < SINGLE_VALUES ? 1 : Long.highestOneBit(lowestNs) / (SINGLE_VALUES / 2);
    }

    /** Number of different values. */
    public int size() {
        return counts.length;
    }

    /** Number of values. */
    public long total() {
        return total;
    }

    /** Count of the value at an index below {@link #size}; the values are in ascending order. */
    public long count(int index) {
        return counts[index];
    }

    /** Highest value of the bucket at an index, in ns, as HdrHistogram reports values. */
    public long highestNs(int index) {
        return lowestNs[index] + width(lowestNs[index]) - 1;
    }

    /** Middle of the bucket at an index, in ns, as HdrHistogram takes it for a mean. */
    long middleNs(int index) {
        return lowestNs[index] + width(lowestNs[index]) / 2;
    }

    /** The largest value in ns; 0 if there is none. */
    public long maxNs() {
        return size() == 0 ? 0 : highestNs(size() - 1);
    }

    /** Adds the values to a histogram, the largest first, so that it grows once. */
    void addTo(Histogram sum) {
        for (int i = size() - 1; i >= 0; i--) {
            sum.recordValueWithCount(lowestNs[i], counts[i]);
        }
    }
}
