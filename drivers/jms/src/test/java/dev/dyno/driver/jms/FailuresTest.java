package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;

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
}
