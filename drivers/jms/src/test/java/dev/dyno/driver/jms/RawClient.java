package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The provider without the driver: sees messages as any other application does. */
final class RawClient implements AutoCloseable {

    private final Connection connection;
    private final Session session;

    RawClient(Provider provider, TestBroker broker) throws DriverException, JMSException {
        Preset preset = new Preset(provider.spec(""));
        connection = ConnectionFactories.create(preset, preset.url(provider.url(broker.port())))
                .createConnection();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        connection.start();
    }

    /** Waits 10 s at the most. */
    Message receive(String queue) throws JMSException {
        return session.createConsumer(session.createQueue(queue)).receive(10_000);
    }

    /** A number of messages, each within 10 s. */
    List<Message> receive(String queue, int count) throws JMSException {
        List<Message> messages = new ArrayList<>();
        try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            while (messages.size() < count) {
                messages.add(Objects.requireNonNull(consumer.receive(10_000)));
            }
        }
        return messages;
    }

    /** Sends a message of a kind that Dyno does not send. */
    void sendMap(String queue) throws JMSException {
        session.createProducer(session.createQueue(queue)).send(session.createMapMessage());
    }

    /** Sends the same text several times. */
    void sendText(String queue, String text, int count) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            for (int i = 0; i < count; i++) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
