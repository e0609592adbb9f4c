package dev.dyno.cluster;

import dev.dyno.model.result.AckTimes;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * An interval of one worker, with its histograms in the compressed encoding of HdrHistogram: nothing is sampled or averaged.
 *
 * @param index as in {@link Interval}, like the other components
 */
record IntervalMessage(
        int index,
        Phase phase,
        long startNs,
        long endNs,
        long startEpochMillis,
        Counts counts,
        Map<Latency, byte[]> latencies,
        Map<Latency, byte[]> unfinished,
        Map<Latency, byte[]> warmupLatencies,
        Map<Latency, byte[]> warmupUnfinished,
        AckTimes acknowledged) {

    static IntervalMessage of(Interval interval) {
        return new IntervalMessage(
                interval.index(),
                interval.phase(),
                interval.startNs(),
                interval.endNs(),
                interval.startEpochMillis(),
                interval.counts(),
                encoded(interval.latencies().asMap()),
                encoded(interval.latencies().unfinishedAsMap()),
                encoded(interval.warmupLatencies().asMap()),
                encoded(interval.warmupLatencies().unfinishedAsMap()),
                interval.acknowledged());
    }

    /** @throws IllegalArgumentException if a histogram cannot be decoded */
    Interval interval() {
        return new Interval(
                index,
                phase,
                startNs,
                endNs,
                startEpochMillis,
                counts,
                decoded(latencies, unfinished),
                decoded(warmupLatencies, warmupUnfinished),
                acknowledged);
    }

    private static Map<Latency, byte[]> encoded(Map<Latency, Histogram> histograms) {
        Map<Latency, byte[]> encoded = new EnumMap<>(Latency.class);
        histograms.forEach((latency, histogram) -> {
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
            encoded.put(latency, Arrays.copyOf(buffer.array(), length));
        });
        return encoded;
    }

    private static Latencies decoded(Map<Latency, byte[]> observed, Map<Latency, byte[]> unfinished) {
        Latencies latencies = new Latencies();
        observed.forEach((latency, bytes) -> latencies.add(latency, decoded(latency, bytes)));
        unfinished.forEach((latency, bytes) -> latencies.addUnfinished(latency, decoded(latency, bytes)));
        return latencies;
    }

    private static Histogram decoded(Latency latency, byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("a histogram of " + latency.tag() + " cannot be decoded", e);
        }
    }
}
