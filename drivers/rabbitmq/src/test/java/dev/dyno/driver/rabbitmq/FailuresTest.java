package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static DriverException preconditionFailed(String words) {
        AMQP.Channel.Close close = new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.PRECONDITION_FAILED)
                .replyText("PRECONDITION_FAILED - " + words)
                .build();
        return Failures.of("cannot", new ShutdownSignalException(false, false, close, null));
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
