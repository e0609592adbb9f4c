package dev.dyno.driver.kafka;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;

/** Ways to open a client with one connection, and what the tests do with it. */
final class Link {

    private Link() {}

    static TestClient open(RealBroker broker, Map<String, String> properties) throws DriverException {
        return open(TestClient.spec(broker.url("kafka"), properties));
    }

    static TestClient open(ClientSpec spec) throws DriverException {
        return new TestClient(new KafkaDriver(), spec);
    }

    static ProducerSpec sends(Destination destination, SendMode mode) {
        return sends(destination, mode, Optional.empty(), Map.of());
    }

    static ProducerSpec sends(
            Destination destination, SendMode mode, Optional<String> group, Map<String, Object> properties) {
        return ProducerSpecs.of(destination, mode, parts -> {
            parts.persistent = true;
            parts.group = group;
            parts.properties = properties;
        });
    }

    static ConsumerSpec consumer(Destination destination, AckMode ackMode, ReceiveMode mode) {
        return new ConsumerSpec(destination, ackMode, mode);
    }

    /** Sends messages {@code from} to {@code to - 1}, each acknowledged before the next. */
    static void send(TestClient tested, Destination destination, long from, long to) throws DriverException {
        try (Producer producer =
                tested.connection().createProducer(sends(destination, SendMode.SYNC), (token, failure) -> {})) {
            for (long number = from; number < to; number++) {
                producer.send(TestClient.body(number));
            }
        }
    }
}
