package dev.dyno.report.page;

import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RecordedCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Histograms of a latency over the time of a run. Each message is in one histogram, without sampling or averaging, so the
 * histogram of a longer time is their sum.
 *
 * <p>Bucket {@code b} holds latencies from {@code firstNs * 10^(b / bucketsPerDecade)} to below the next; the first one also all
 * below, and the last one all above. A histogram is a row of numbers, from the first bucket on: a number above 0 is the count of
 * a bucket, a number below 0 stands for as many empty buckets.
 *
 * @param intervalsPerColumn number of intervals that a histogram adds up; the last may have fewer
 * @param columns all values of these intervals, unfinished ones at their lower bounds
 * @param unfinished only the lower bounds of unfinished messages; empty if there are none
 */
public record HistogramSeries(
        long firstNs, int bucketsPerDecade, int intervalsPerColumn, List<int[]> columns, List<int[]> unfinished) {

    /** Buckets per factor of ten: neighbours differ by 3.7 %, so the middle of a bucket is within 2 % of its values. */
    static final int PER_DECADE = 4 * HeatMap.PER_DECADE;

    /** Number of buckets, from 1 µs to 100 s. */
    private static final int BUCKETS = 8 * PER_DECADE;

    /** Maximum number of histograms; beyond it, each holds twice as many intervals, so that hours stay a small file. */
    static final int MAX_COLUMNS = 1_000;

    public HistogramSeries {
        columns = List.copyOf(columns);
        unfinished = List.copyOf(unfinished);
    }

    private static int bucketOf(long ns) {
        double bucket = PER_DECADE * Math.log10((double) ns / HeatMap.FIRST_NS);
        // The quotient of two longs may round to just below a power of ten.
        return (int) Math.max(0, Math.min(BUCKETS - 1, Math.floor(bucket + 1e-9)));
    }

    private static long[] counts(RecordedCounts values) {
        long[] counts = new long[BUCKETS];
        for (int i = 0; i < values.size(); i++) {
            counts[bucketOf(values.highestNs(i))] += values.count(i);
        }
        return counts;
    }

    private static int[] packed(long[] counts) {
        int[] row = new int[BUCKETS];
        int size = 0;
        int empty = 0;
        for (long count : counts) {
            if (count == 0) {
                empty++;
            } else {
                if (empty > 0) {
                    row[size++] = -empty;
                }
                row[size++] = (int) Math.min(Integer.MAX_VALUE, count);
                empty = 0;
            }
        }
        return Arrays.copyOf(row, size);
    }

    private static long[] unpacked(int[] row) {
        long[] counts = new long[BUCKETS];
        int bucket = 0;
        for (int number : row) {
            if (number < 0) {
                bucket -= number;
            } else {
                counts[bucket++] = number;
            }
        }
        return counts;
    }

    /** Builds a series, interval by interval; the longer the run, the more intervals share a histogram. */
    public static final class Builder {

        private final List<int[]> columns = new ArrayList<>();
        private final List<int[]> unfinished = new ArrayList<>();
        private int together = 1;
        private int intervals;

        /** Adds the next interval's values of a latency. */
        public void add(Latencies latencies, Latency latency) {
            int column = intervals++ / together;
            if (column >= MAX_COLUMNS) {
                halve(columns);
                halve(unfinished);
                together *= 2;
                column /= 2;
            }
            add(columns, column, latencies.recordedLowerEnds(latency));
            add(unfinished, column, latencies.unfinished(latency).map(RecordedCounts::of));
        }

        private static void add(List<int[]> rows, int index, Optional<RecordedCounts> values) {
            if (values.isPresent()) {
                while (rows.size() <= index) {
                    rows.add(new int[0]);
                }
                rows.set(index, packed(sum(unpacked(rows.get(index)), counts(values.get()))));
            }
        }

        private static void halve(List<int[]> rows) {
            for (int i = 0; 2 * i < rows.size(); i++) {
                long[] next = 2 * i + 1 < rows.size() ? unpacked(rows.get(2 * i + 1)) : new long[BUCKETS];
                rows.set(i, packed(sum(unpacked(rows.get(2 * i)), next)));
            }
            rows.subList((rows.size() + 1) / 2, rows.size()).clear();
        }

        private static long[] sum(long[] some, long[] others) {
            Arrays.setAll(some, i -> some[i] + others[i]);
            return some;
        }

        public HistogramSeries build() {
            return new HistogramSeries(HeatMap.FIRST_NS, PER_DECADE, together, columns, unfinished);
        }
    }
}
