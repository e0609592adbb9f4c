package dev.dyno.driver.kafka;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Short ways to say what the tests send and receive. */
final class Specs {

    private Specs() {}

    /** A queue that nobody has used. */
    static Destination fresh() {
        return new Destination(Destination.Kind.QUEUE, "test-" + UUID.randomUUID());
    }

    static ProducerSpec producer(Destination destination, SendMode mode) {
        return producer(destination, mode, Optional.empty(), Map.of());
    }

    static ProducerSpec producer(
            Destination destination, SendMode mode, Optional<String> group, Map<String, Object> properties) {
        return ProducerSpecs.of(destination, mode, parts -> {
            parts.persistent = true;
            parts.group = group;
            parts.properties = properties;
        });
    }

    static ConsumerSpec consumer(Destination destination, AckMode ackMode, ReceiveMode mode) {
        return new ConsumerSpec(destination, Optional.empty(), ackMode, mode, Optional.empty());
    }

    static ConsumerSpec listener(Destination destination) {
        return consumer(destination, AckMode.AUTO, ReceiveMode.LISTENER);
    }

    static ByteBuffer body(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
    }
}
