package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks an Artemis for the number of messages in a queue over AMQP, by its management messages: a request to an address of the
 * broker, answered by JSON. Needs the permission {@code manage} for that address. Another broker could create a queue of that
 * name, so only a known Artemis is asked.
 */
final class ArtemisManagement {

    private static final String ADDRESS = "activemq.management";
    private static final long ANSWER_MILLIS = 2_000;
    private static final Pattern NUMBER = Pattern.compile("\\[\\s*\"?(\\d+)\"?\\s*]");

    private ArtemisManagement() {}

    /** Whether the connection is an AMQP connection to an Artemis. */
    static boolean answers(Connection connection) {
        return AmqpBroker.product(connection).contains("artemis");
    }

    /**
     * The messages of a queue: waiting, scheduled, or handed to a consumer and not acknowledged.
     *
     * @param connection used for nothing else: it is started here
     * @return empty if the broker does not allow the question, or has no such queue
     * @throws JMSException if there is no answer
     */
    static OptionalLong messagesIn(Connection connection, String queue) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        TemporaryQueue answers = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(answers);
        connection.start();
        Message question = session.createMessage();
        question.setStringProperty("_AMQ_ResourceName", "queue." + queue);
        question.setStringProperty("_AMQ_Attribute", "messageCount");
        question.setJMSReplyTo(answers);
        try {
            MessageProducer producer = session.createProducer(session.createQueue(ADDRESS));
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(question);
        } catch (JMSSecurityException e) {
            return OptionalLong.empty();
        }
        Message answer = consumer.receive(ANSWER_MILLIS);
        if (answer == null) {
            throw new JMSException("no answer from " + ADDRESS);
        }
        if (!answer.getBooleanProperty("_AMQ_OperationSucceeded")) {
            return OptionalLong.empty();
        }
        Matcher number = NUMBER.matcher(answer instanceof TextMessage text ? text.getText() : "");
        return number.find() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
    }
}
