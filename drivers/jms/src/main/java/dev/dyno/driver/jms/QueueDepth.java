package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a broker, by a message to it, for the number of messages in a queue: waiting, scheduled, or sent to a consumer and not
 * acknowledged. Another broker could store the question in a queue with the name of the address, so only brokers that are known
 * to answer are asked. The connection must be used for nothing else, because it is started here.
 */
final class QueueDepth {

    /** Address of an Artemis's management, which needs the permission {@code manage}, and answers by JSON. */
    private static final String ARTEMIS = "activemq.management";

    private static final Pattern NUMBER = Pattern.compile("\\[\\s*\"?(\\d+)\"?\\s*]");

    /** Prefix of the queues of ActiveMQ's statistics plugin. */
    private static final String ACTIVEMQ = "ActiveMQ.Statistics.Destination.";

    /** Name of an ActiveMQ Classic that Dyno has started, with that plugin; others do not report whether they have it. */
    private static final String DYNO = "dyno";

    private static final long ANSWER_MILLIS = 2_000;

    private QueueDepth() {}

    /** Whether the connection is an AMQP connection to an Artemis. */
    static boolean isArtemis(Connection connection) {
        return AmqpBroker.product(connection).contains("artemis");
    }

    /** Whether the connection is one to an ActiveMQ Classic that Dyno started. */
    static boolean isStartedActiveMq(Connection connection) {
        try {
            return DYNO.equals(ByName.call(connection, "getBrokerName"));
        } catch (Exception e) {
            return false;
        }
    }

    /**
     * @return empty if the broker does not allow the question, or has no such queue
     * @throws JMSException if there is no answer
     */
    static OptionalLong inArtemis(Connection connection, String queue) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Message question = session.createMessage();
        question.setStringProperty("_AMQ_ResourceName", "queue." + queue);
        question.setStringProperty("_AMQ_Attribute", "messageCount");
        Queue address = session.createQueue(ARTEMIS);
        Message answer;
        try {
            answer = answer(connection, session, session.createProducer(address), address, question);
        } catch (JMSSecurityException e) {
            return OptionalLong.empty();
        }
        if (!answer.getBooleanProperty("_AMQ_OperationSucceeded")) {
            return OptionalLong.empty();
        }
        Matcher number = NUMBER.matcher(answer instanceof TextMessage text ? text.getText() : "");
        return number.find() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
    }

    /** @throws JMSException if there is no answer, for example because the queue does not exist */
    static OptionalLong inActiveMq(Connection connection, String queue) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        // A producer with a destination of its own would make the broker create that queue.
        MessageProducer producer = session.createProducer(null);
        Message answer =
                answer(connection, session, producer, session.createQueue(ACTIVEMQ + queue), session.createMessage());
        return answer instanceof MapMessage map ? OptionalLong.of(map.getLong("size")) : OptionalLong.empty();
    }

    private static Message answer(
            Connection connection, Session session, MessageProducer producer, Queue address, Message question)
            throws JMSException {
        TemporaryQueue answers = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(answers);
        connection.start();
        question.setJMSReplyTo(answers);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        if (producer.getDestination() == null) {
            producer.send(address, question);
        } else {
            producer.send(question);
        }
        Message answer = consumer.receive(ANSWER_MILLIS);
        if (answer == null) {
            throw new JMSException("no answer from " + address.getQueueName());
        }
        return answer;
    }
}
