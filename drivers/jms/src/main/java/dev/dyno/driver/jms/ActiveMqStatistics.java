package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.OptionalLong;

/**
 * Asks an ActiveMQ Classic for the number of messages in a queue, through its statistics plugin. A broker without that plugin
 * would store the question as a message in a queue of that name, and no broker tells whether it has the plugin. So only brokers
 * that Dyno started, which have it, are asked.
 */
final class ActiveMqStatistics {

    /** Name of a broker that Dyno starts. */
    private static final String BROKER = "dyno";

    private static final String QUESTION = "ActiveMQ.Statistics.Destination.";
    private static final long ANSWER_MILLIS = 2_000;

    private ActiveMqStatistics() {}

    /** Whether the connection is one to an ActiveMQ Classic that Dyno started. */
    static boolean answers(Connection connection) {
        try {
            return BROKER.equals(
                    connection.getClass().getMethod("getBrokerName").invoke(connection));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    /**
     * The messages of a queue: waiting, or handed to a consumer and not acknowledged.
     *
     * @param connection used for nothing else: it is started here
     * @throws JMSException if there is no answer, for example because the queue does not exist
     */
    static OptionalLong messagesIn(Connection connection, String queue) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        TemporaryQueue answers = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(answers);
        connection.start();
        Message question = session.createMessage();
        question.setJMSReplyTo(answers);
        // A producer with a destination of its own would make the broker create that queue.
        MessageProducer producer = session.createProducer(null);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.send(session.createQueue(QUESTION + queue), question);
        if (consumer.receive(ANSWER_MILLIS) instanceof MapMessage answer) {
            return OptionalLong.of(answer.getLong("size"));
        }
        throw new JMSException("no answer to " + QUESTION + queue);
    }
}
