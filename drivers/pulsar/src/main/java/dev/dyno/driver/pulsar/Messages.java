package dev.dyno.driver.pulsar;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.TypedMessageBuilder;
import org.jspecify.annotations.Nullable;

/** Makes the messages of one producer. Used by one thread at a time. */
final class Messages {

    private final Producer<byte[]> producer;
    private @Nullable String key;
    private final Map<String, String> properties = new TreeMap<>();
    private final int bodyHead;
    private final Destination destination;

    Messages(Producer<byte[]> producer, ProducerSpec spec) {
        this.producer = producer;
        key = spec.group().orElse(null);
        spec.properties().forEach((name, value) -> properties.put(name, value.toString()));
        bodyHead = spec.bodyHead();
        destination = spec.destination();
    }

    Producer<byte[]> producer() {
        return producer;
    }

    Destination destination() {
        return destination;
    }

    String cannotSend() {
        return "cannot send to " + destination;
    }

    void useKey(MessageKey next) {
        key = next.text();
    }

    /**
     * Creates a message with this body, which the library reads until the send is completed. The only object allocated is the
     * library's.
     */
    TypedMessageBuilder<byte[]> message(byte[] body) {
        final TypedMessageBuilder<byte[]> message = producer.newMessage().value(body);
        final String present = key;
        if (present != null) {
            message.key(present);
        }
        if (!properties.isEmpty()) {
            message.properties(properties);
        }
        return message;
    }

    /**
     * Copies the body into an array of exactly its length, as the library requires. If the given array, which has held a body of
     * this producer, has that length, only the head of the body is copied into it; otherwise the whole body into a new array.
     */
    byte[] copy(ByteBuffer body, byte @Nullable [] used) {
        final int length = body.remaining();
        final byte[] array;
        final int changed;
        if (used != null && used.length == length) {
            array = used;
            changed = Math.min(bodyHead, length);
        } else {
            array = new byte[length];
            changed = length;
        }
        System.arraycopy(body.array(), body.arrayOffset() + body.position(), array, 0, changed);
        return array;
    }
}
