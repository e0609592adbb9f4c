package dev.dyno.broker.process;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.util.Optional;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** A client of Artemis that sends one persistent message, and receives one. */
final class JmsOnArtemis {

    private static final long LIMIT_MILLIS = 10_000;

    private JmsOnArtemis() {}

    static void send(String url, String queue, String text) {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), text);
        }
    }

    /** Waits 10 s at the most; empty = there was none. */
    static Optional<String> receive(String url, String queue) {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            return Optional.ofNullable(consumer.receiveBody(String.class, LIMIT_MILLIS));
        }
    }
}
