package dev.dyno.cluster;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RecordedCounts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.util.StdConverter;

/** Message form of {@link Latencies}: histograms in the compressed encoding of HdrHistogram, which keeps every count. */
record LatenciesMessage(
        Map<Latency, byte[]> observed, Map<Latency, byte[]> unfinished, Map<Latency, byte[]> ownDelays) {

    static final class Encoder extends StdConverter<Latencies, LatenciesMessage> {

        @Override
        public LatenciesMessage convert(Latencies latencies) {
            return new LatenciesMessage(
                    encoded(latencies.asMap()),
                    encoded(latencies.unfinishedAsMap()),
                    encoded(latencies.ownDelaysAsMap()));
        }
    }

    /** Throws an {@link IllegalArgumentException} if a histogram cannot be decoded. */
    static final class Decoder extends StdConverter<LatenciesMessage, Latencies> {

        @Override
        public Latencies convert(LatenciesMessage message) {
            Latencies latencies = new Latencies();
            message.observed.forEach((latency, bytes) -> latencies.add(latency, decoded(latency, bytes)));
            message.unfinished.forEach((latency, bytes) -> latencies.addUnfinished(latency, decoded(latency, bytes)));
            message.ownDelays.forEach(
                    (latency, bytes) -> latencies.addOwnDelay(latency, RecordedCounts.of(decoded(latency, bytes))));
            return latencies;
        }
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

    private static Histogram decoded(Latency latency, byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("a histogram of " + latency.tag() + " cannot be decoded", e);
        }
    }
}
