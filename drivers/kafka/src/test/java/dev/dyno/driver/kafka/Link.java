package dev.dyno.driver.kafka;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Trial;
import java.util.Map;

/** Ways to open a client with one connection, and what the tests do with it. */
final class Link {

    private Link() {}

    static Trial open(TestBroker broker, Map<String, String> properties) throws DriverException {
        return open(broker.spec(properties));
    }

    static Trial open(ClientSpec spec) throws DriverException {
        return new Trial(new KafkaDriver(), spec);
    }

    /** Sends messages {@code from} to {@code to - 1}, each acknowledged before the next. */
    static void send(Trial trial, Destination destination, long from, long to) throws DriverException {
        try (Producer producer =
                trial.connection().createProducer(Specs.producer(destination, SendMode.SYNC), (token, failure) -> {})) {
            for (long number = from; number < to; number++) {
                producer.send(Trial.body(number));
            }
        }
    }
}
