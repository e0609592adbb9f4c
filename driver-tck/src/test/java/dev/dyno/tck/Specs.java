package dev.dyno.tck;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Plain specs, to be changed in one thing each. */
final class Specs {

    static final int MAX_IN_FLIGHT = 100;

    private Specs() {}

    static ProducerSpec producer(Destination destination, SendMode mode) {
        return producer(destination, mode, BodyType.BYTES, Optional.empty(), Duration.ZERO, Optional.empty(), Map.of());
    }

    static ProducerSpec text(Destination destination, SendMode mode) {
        return producer(destination, mode, BodyType.TEXT, Optional.empty(), Duration.ZERO, Optional.empty(), Map.of());
    }

    static ProducerSpec priority(Destination destination, SendMode mode, int priority) {
        return producer(
                destination, mode, BodyType.BYTES, Optional.of(priority), Duration.ZERO, Optional.empty(), Map.of());
    }

    static ProducerSpec timeToLive(Destination destination, SendMode mode, Duration timeToLive) {
        return producer(destination, mode, BodyType.BYTES, Optional.empty(), timeToLive, Optional.empty(), Map.of());
    }

    static ProducerSpec group(Destination destination, SendMode mode, String group) {
        return producer(
                destination, mode, BodyType.BYTES, Optional.empty(), Duration.ZERO, Optional.of(group), Map.of());
    }

    static ProducerSpec properties(Destination destination, SendMode mode, Map<String, Object> properties) {
        return producer(
                destination, mode, BodyType.BYTES, Optional.empty(), Duration.ZERO, Optional.empty(), properties);
    }

    private static ProducerSpec producer(
            Destination destination,
            SendMode mode,
            BodyType body,
            Optional<Integer> priority,
            Duration timeToLive,
            Optional<String> group,
            Map<String, Object> properties) {
        return new ProducerSpec(
                destination, mode, MAX_IN_FLIGHT, false, body, priority, timeToLive, group, properties, false, false);
    }

    static ProducerSpec persistent(ProducerSpec spec) {
        return new ProducerSpec(
                spec.destination(),
                spec.mode(),
                spec.maxInFlight(),
                true,
                spec.body(),
                spec.priority(),
                spec.timeToLive(),
                spec.group(),
                spec.properties(),
                spec.messageId(),
                spec.timestamp());
    }

    static ConsumerSpec consumer(Destination destination, AckMode ackMode, ReceiveMode mode) {
        return new ConsumerSpec(destination, Optional.empty(), ackMode, mode, Optional.empty());
    }

    static ConsumerSpec subscriber(Destination topic, Subscription subscription, ReceiveMode mode) {
        return new ConsumerSpec(topic, Optional.of(subscription), AckMode.AUTO, mode, Optional.empty());
    }

    static ConsumerSpec selecting(Destination destination, ReceiveMode mode, String selector) {
        return new ConsumerSpec(destination, Optional.empty(), AckMode.AUTO, mode, Optional.of(selector));
    }
}
