package dev.dyno.model.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of messages by latency and time: every value is counted, none is averaged.
 *
 * <p>Bucket {@code b} holds latencies from {@code firstNs * 10^(b / bucketsPerDecade)} to below the start of the next bucket.
 * The first bucket also holds all lower latencies, and the last one all higher ones.
 *
 * @param intervalsPerColumn number of intervals that a column adds up; the last may have fewer
 * @param columns each has bucket, count, bucket, count, and so on; buckets without a message are left out
 */
public record HeatMap(long firstNs, int bucketsPerDecade, int intervalsPerColumn, List<int[]> columns) {

    public static final long FIRST_NS = 1_000;

    /** Buckets per factor of ten: neighbours differ by 15 %. */
    public static final int PER_DECADE = 16;

    /** Number of buckets, from 1 µs to 100 s. */
    private static final int BUCKETS = 8 * PER_DECADE;

    /** Maximum number of columns: more than a screen shows, and few enough that hours stay a small file. */
    public static final int MAX_COLUMNS = 1_440;

    /** Lower bound in ns of each bucket but the first: index {@code b} has the bound of bucket {@code b + 1}. */
    private static final long[] LOWER_NS = new long[BUCKETS - 1];

    static {
        for (int i = 0; i < LOWER_NS.length; i++) {
            LOWER_NS[i] = Math.round(FIRST_NS * Math.pow(10, (i + 1) / (double) PER_DECADE));
        }
    }

    public HeatMap {
        columns = List.copyOf(columns);
    }

    public static int bucketOf(long ns) {
        int found = Arrays.binarySearch(LOWER_NS, ns);
        return found >= 0 ? found + 1 : -found - 1;
    }

    public static double upperNs(int bucket) {
        return FIRST_NS * Math.pow(10, (bucket + 1) / (double) PER_DECADE);
    }

    static int[] column(RecordedCounts values) {
        long[] counts = new long[BUCKETS];
        for (int i = 0; i < values.size(); i++) {
            counts[bucketOf(values.highestNs(i))] += values.count(i);
        }
        return sparse(counts);
    }

    private static int[] sparse(long[] counts) {
        int[] column = new int
                [2 * (int) Arrays.stream(counts).filter(count -> count > 0).count()];
        int at = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] > 0) {
                column[at++] = bucket;
                column[at++] = (int) Math.min(Integer.MAX_VALUE, counts[bucket]);
            }
        }
        return column;
    }

    /** Map of at most {@link #MAX_COLUMNS} columns. */
    public static HeatMap of(List<int[]> intervals) {
        int together = Math.max(1, (intervals.size() + MAX_COLUMNS - 1) / MAX_COLUMNS);
        List<int[]> columns = new ArrayList<>();
        for (int from = 0; from < intervals.size(); from += together) {
            List<int[]> some = intervals.subList(from, Math.min(intervals.size(), from + together));
            columns.add(together == 1 ? some.get(0) : sparse(sum(some)));
        }
        return new HeatMap(FIRST_NS, PER_DECADE, together, columns);
    }

    /** Counts of all columns, by bucket. */
    public static long[] sum(List<int[]> columns) {
        long[] counts = new long[BUCKETS];
        for (int[] column : columns) {
            for (int i = 0; i < column.length; i += 2) {
                counts[column[i]] += column[i + 1];
            }
        }
        return counts;
    }
}
