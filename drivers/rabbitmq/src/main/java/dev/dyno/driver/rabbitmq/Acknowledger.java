package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.rabbitmq.RabbitSettings.Answer;
import java.io.IOException;

/**
 * Acknowledges the messages that one consumer has received.
 *
 * <p>Assumptions and guarantees: called by one thread at a time, with a happens-before between calls: by the thread that delivers
 * messages or, while deliveries are stopped, by the thread that stopped them; {@link #acknowledge(long)} by any thread. No
 * message is acknowledged twice, which the broker would treat as an error.
 */
final class Acknowledger {

    private final Channel channel;
    private final AckMode mode;
    private final boolean byItself;
    private final Answer answer;
    private final int every;
    private final int inOneWrite;

    /** Delivery tag of the last message received; 0 = none yet. */
    private long last;

    private long acknowledged;
    private int waiting;

    Acknowledger(Channel channel, AckMode mode, SettingValues settings) {
        this.channel = channel;
        this.mode = mode;
        this.byItself = (mode == AckMode.AUTO || mode == AckMode.DUPS_OK) && !settings.get(RabbitSettings.AUTO_ACK);
        this.answer = settings.get(RabbitSettings.ANSWER);
        this.every = RabbitSettings.acknowledgeEvery(settings, mode == AckMode.DUPS_OK);
        this.inOneWrite = RabbitSettings.acknowledgementsInOneWrite(settings, every);
    }

    /** Notes a message that is now passed to the listener. */
    void received(long deliveryTag) {
        last = deliveryTag;
    }

    /** Notes that the listener has returned, and acknowledges if enough messages wait for an acknowledgement. */
    void handled() throws IOException {
        if (byItself && ++waiting >= every) {
            flush();
        }
    }

    /**
     * Acknowledges the messages that {@link #handled} has counted. On a delivery thread the acknowledgement may be written later,
     * together with the next ones.
     */
    void flush() throws IOException {
        if (waiting > 0) {
            waiting = 0;
            if (answer == Answer.ACK) {
                DeliveryThreads.acknowledge(channel, last, every > 1, inOneWrite);
            } else {
                answer(last, every > 1);
            }
            acknowledged = last;
        }
    }

    /** Delivery tag of the last message, which will be acknowledged alone. */
    Long later() {
        acknowledged = last;
        return last;
    }

    /** Acknowledges one message; from any thread. */
    void acknowledge(long deliveryTag) throws IOException {
        answer(deliveryTag, false);
    }

    void acknowledge() throws IOException {
        if (last != acknowledged) {
            answer(last, mode != AckMode.INDIVIDUAL);
            acknowledged = last;
        }
    }

    /** Rejects the last message, which the broker does not put back into the queue. */
    void reject() throws IOException {
        if (last != acknowledged) {
            channel.basicReject(last, false);
            acknowledged = last;
        }
    }

    private void answer(long deliveryTag, boolean allBefore) throws IOException {
        if (answer == Answer.ACK) {
            channel.basicAck(deliveryTag, allBefore);
        } else {
            channel.basicNack(deliveryTag, allBefore, answer == Answer.REQUEUE);
        }
    }

    void commit() throws IOException {
        acknowledge();
        channel.txCommit();
    }
}
