package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.UnavailableException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    /** In the words of RabbitMQ's library. */
    private static DriverException preconditionFailed(String words) {
        return Failures.of(
                "cannot",
                new JMSException("channel error; protocol method: #method<channel.close>(reply-code=406,"
                        + " reply-text=PRECONDITION_FAILED - " + words + ", class-id=90, method-id=20)"));
    }

    @Test
    void aPreconditionThatEachNewConnectionWouldFailIsARefusal() {
        assertThat(preconditionFailed("inequivalent arg 'durable' for queue 'q'"))
                .isInstanceOf(RefusedException.class);
    }

    /** The broker answers a commit so when a queue did not take a message, for example because it has no leader for a time. */
    @Test
    void aTransactionThatWasCommittedInPartIsNoRefusal() {
        assertThat(preconditionFailed("partial tx completion")).isNotInstanceOf(RefusedException.class);
    }

    /** RabbitMQ's library takes a node for one that refuses a password if it stops or starts during the login. */
    @Test
    void aLoginThatWasCutOffIsNoRefusal() {
        IOException cutOff = new IOException("Possibly caused by authentication failure");
        JMSException failure = new JMSSecurityException("cannot log in");
        assertThat(Failures.of("cannot", failure)).isInstanceOf(RefusedException.class);
        failure.setLinkedException(cutOff);
        assertThat(Failures.of("cannot", failure)).isNotInstanceOf(RefusedException.class);
    }

    /** In the words of Qpid JMS and of RabbitMQ's library. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "the queue has no leader [condition = amqp:internal-error]",
                "in use by another connection [condition = amqp:resource-locked]",
                "no queue 'q' in vhost '/' [condition = amqp:not-found]",
                "The MessageProducer was closed due to an unrecoverable error.",
                "Producer closed remotely before message transfer result was notified",
                "channel is already closed due to channel error; protocol method: #method<channel.close>(reply-code=404,"
                        + " reply-text=NOT_FOUND - queue 'q' process is stopped by supervisor, class-id=60, method-id=40)"
            })
    void aSendToADestinationThatMayBeBackLaterIsUnavailable(String words) {
        assertThat(Failures.ofSend("cannot send", new JMSException(words)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("cannot send: " + words.substring(0, 20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the queue is full [condition = amqp:resource-limit-exceeded]",
                "Message is too large [condition = amqp:link:message-size-exceeded]",
                "Outbound message was negatively acknowledged",
                "channel is already closed due to channel error; protocol method: #method<channel.close>(reply-code=406,"
                        + " reply-text=PRECONDITION_FAILED - message size 17 is larger, class-id=60, method-id=40)"
            })
    void aSendOfAMessageThatTheBrokerDoesNotTakeIsNot(String words) {
        assertThat(Failures.ofSend("cannot send", new JMSException(words))).isNotInstanceOf(UnavailableException.class);
    }
}
