package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * Measures how well the bodies of a workload compress: some bodies of each producer group, in the order of one producer, in
 * batches of Kafka's default size. Not used during the load, which it would disturb.
 */
public final class GzipRatio {

    private static final int BATCH_BYTES = 16 << 10;
    private static final int BYTES = 4 * BATCH_BYTES;

    /** Maximum number of bytes of a body that are compressed; the rest of a larger body is left out. */
    private static final int MAX_BODY = 1 << 20;

    /** Time in ns between the intended times of two messages: 100,000 messages a second. */
    private static final long STEP_NS = 10_000;

    private long bytes;
    private long compressed;

    private GzipRatio() {}

    /** Bytes of the bodies divided by their compressed size; empty without producers, or if a file cannot be read any more. */
    public static Optional<Double> of(Workload workload) {
        GzipRatio ratio = new GzipRatio();
        try {
            for (ProducerGroup group : workload.producers()) {
                ratio.add(group.message(), workload.seed());
            }
        } catch (DriverException e) {
            return Optional.empty();
        }
        return ratio.compressed == 0
                ? Optional.empty()
                : Optional.of(Math.round(1_000.0 * ratio.bytes / ratio.compressed) / 1_000.0);
    }

    private void add(MessageTemplate message, long seed) throws DriverException {
        PayloadCursor payloads = PayloadCursor.of(fewer(message), Slice.WHOLE, seed);
        SizeDistribution.Sampler sizes = payloads.sizes(message.sizes(), seed);
        Envelope envelope = new Envelope();
        long sequence = 0;
        long enough = bytes + BYTES;
        while (bytes < enough) {
            ByteArrayOutputStream result = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(result)) {
                int left = BATCH_BYTES;
                for (int size = sizes.next(); left == BATCH_BYTES || size <= left; size = sizes.next()) {
                    Payload payload = payloads.present();
                    ByteBuffer body = payload.body();
                    long intendedNs = sequence * STEP_NS;
                    long delayNs = Seeds.derive(seed, sequence) & 0xFFF;
                    Envelope.prepare(body, HostClock.ID, 0, false, seed);
                    envelope.write(
                            body, sequence++, intendedNs, intendedNs + delayNs, delayNs, payload.crcOfRest(size));
                    int looked = Math.min(size, MAX_BODY);
                    gzip.write(body.array(), body.arrayOffset(), looked);
                    payloads.advance();
                    left -= looked;
                    bytes += looked;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            compressed += result.size();
        }
    }

    /** Returns a copy with at most one payload more than fits into a batch. */
    private static MessageTemplate fewer(MessageTemplate message) {
        int enough = 1 + BATCH_BYTES / message.sizes().min();
        if (message.payloads() instanceof Payloads.Made made) {
            int count = Math.min(Math.min(enough, Payloads.Made.defaultCount(message.sizes())), made.count());
            return message.with(new Payloads.Made(count, made.compressibility()));
        }
        Payloads.FromFiles files = (Payloads.FromFiles) message.payloads();
        List<Payloads.OneFile> all = files.files();
        return message.with(new Payloads.FromFiles(files.path(), all.subList(0, Math.min(enough, all.size()))));
    }
}
