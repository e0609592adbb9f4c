package dev.dyno.driver.tck;

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
import java.util.function.Consumer;

/** Makes specs for the contract: plain ones, or with one change. */
final class Specs {

    static final int MAX_IN_FLIGHT = 100;

    private Specs() {}

    static ProducerSpec producer(Destination destination, SendMode mode) {
        return producer(destination, mode, parts -> {});
    }

    static ProducerSpec text(Destination destination, SendMode mode) {
        return producer(destination, mode, parts -> parts.body = BodyType.TEXT);
    }

    static ProducerSpec timeToLive(Destination destination, SendMode mode, Duration timeToLive) {
        return producer(destination, mode, parts -> parts.timeToLive = timeToLive);
    }

    static ProducerSpec properties(Destination destination, SendMode mode, Map<String, Object> properties) {
        return producer(destination, mode, parts -> parts.properties = properties);
    }

    static ProducerSpec producer(Destination destination, SendMode mode, Consumer<ProducerSpecs.Parts> changes) {
        return ProducerSpecs.of(destination, mode, parts -> {
            parts.maxInFlight = MAX_IN_FLIGHT;
            changes.accept(parts);
        });
    }

    static ConsumerSpec subscriber(Destination topic, Subscription subscription, ReceiveMode mode) {
        return new ConsumerSpec(topic, Optional.of(subscription), AckMode.AUTO, mode, Optional.empty());
    }

    static ConsumerSpec fromEarliest(Destination topic, ReceiveMode mode) {
        return new ConsumerSpec(topic, Optional.empty(), AckMode.AUTO, mode, Optional.empty(), true);
    }

    static ConsumerSpec selecting(Destination destination, ReceiveMode mode, String selector) {
        return new ConsumerSpec(destination, Optional.empty(), AckMode.AUTO, mode, Optional.of(selector));
    }
}
