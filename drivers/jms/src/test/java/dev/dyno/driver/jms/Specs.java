package dev.dyno.driver.jms;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import java.util.Optional;

/** Short ways to say what the tests send and receive. */
final class Specs {

    private Specs() {}

    static ProducerSpec producer(String destination, SendMode mode, boolean persistent) {
        return producer(destination, mode, persistent, BodyType.BYTES, 100);
    }

    static ProducerSpec producer(
            String destination, SendMode mode, boolean persistent, BodyType body, int maxInFlight) {
        return ProducerSpecs.of(Destination.parse(destination), mode, parts -> {
            parts.maxInFlight = maxInFlight;
            parts.persistent = persistent;
            parts.body = body;
        });
    }

    static ConsumerSpec consumer(String destination, AckMode ackMode, ReceiveMode mode) {
        return new ConsumerSpec(Destination.parse(destination), ackMode, mode);
    }

    static ConsumerSpec selecting(String destination, String selector) {
        Destination from = Destination.parse(destination);
        return new ConsumerSpec(from, Optional.empty(), AckMode.AUTO, ReceiveMode.RECEIVE, Optional.of(selector));
    }
}
