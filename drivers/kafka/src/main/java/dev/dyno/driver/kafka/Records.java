package dev.dyno.driver.kafka;

import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.kafka.KafkaSettings.Keys;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Makes the library's records. The library copies key and body into its batch before its send returns, so a record can be reused
 * with another body: nothing is allocated for a message of a recently used size.
 *
 * <p>Assumptions and guarantees: one thread.
 */
final class Records {

    /** Number of kept records, a power of two. They are indexed by the lowest bits of their size. */
    private static final int KEPT = 64;

    private record Property(String key, byte[] value) implements Header {}

    private final String topic;
    private final List<Header> headers;
    private byte @Nullable [] key;
    private @Nullable ByteBuffer sequence;
    private final @Nullable ProducerRecord<byte[], byte[]>[] kept;
    private long next;

    /** @param number distinguishes the keys of this producer from those of others */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Records(ProducerSpec spec, Keys keys, long number) {
        topic = spec.destination().name();
        headers = spec.properties().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .<Header>map(property -> new Property(
                        property.getKey(), String.valueOf(property.getValue()).getBytes(StandardCharsets.UTF_8)))
                .toList();
        boolean counted = spec.group().isEmpty() && keys == Keys.SEQUENCE;
        if (spec.group().isPresent()) {
            key = spec.group().get().getBytes(StandardCharsets.UTF_8);
        } else if (keys == Keys.PRODUCER) {
            key = ("producer-" + number).getBytes(StandardCharsets.UTF_8);
        } else {
            key = counted ? new byte[Long.BYTES] : null;
        }
        sequence = counted && key != null ? ByteBuffer.wrap(key).order(ByteOrder.BIG_ENDIAN) : null;
        kept = new ProducerRecord[KEPT];
    }

    /** Sets the key of the next records. Kept records share one array with the key, as long as keys have the same length. */
    void useKey(MessageKey next) {
        final byte[] bytes = next.utf8();
        final byte[] present = key;
        if (sequence == null && present != null && present.length == bytes.length) {
            System.arraycopy(bytes, 0, present, 0, bytes.length);
        } else {
            sequence = null;
            key = bytes.clone();
            Arrays.fill(kept, null);
        }
    }

    String topic() {
        return topic;
    }

    /** A record with a copy of the body, valid until the next call. */
    ProducerRecord<byte[], byte[]> of(ByteBuffer body) {
        final int size = body.remaining();
        ProducerRecord<byte[], byte[]> record = kept[size & (KEPT - 1)];
        if (record == null || record.value().length != size) {
            record = new ProducerRecord<>(topic, null, key, new byte[size], headers);
            kept[size & (KEPT - 1)] = record;
        }
        System.arraycopy(body.array(), body.arrayOffset() + body.position(), record.value(), 0, size);
        final ByteBuffer counter = sequence;
        if (counter != null) {
            counter.putLong(0, next++);
        }
        return record;
    }
}
