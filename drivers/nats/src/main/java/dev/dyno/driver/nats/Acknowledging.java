package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.ACK_SYNC;
import static dev.dyno.driver.nats.NatsSettings.JETSTREAM;
import static dev.dyno.driver.nats.NatsSettings.PUBLISH_TIMEOUT;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SettingValues;
import io.nats.client.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Acknowledges the messages of one JetStream consumer; does nothing for core NATS.
 *
 * <p>Assumptions and guarantees: guarded by the consumer's monitor, except {@link #acknowledgeLate}.
 */
final class Acknowledging {

    private final AckMode mode;
    private final boolean jetStream;
    private final boolean waiting;
    private final Duration timeout;
    private final List<Message> received = new ArrayList<>();
    /** Messages that {@link #later} has returned, and that are not acknowledged yet. */
    private final Set<Message> later = ConcurrentHashMap.newKeySet();

    Acknowledging(AckMode mode, SettingValues settings) {
        this.mode = mode;
        this.jetStream = settings.get(JETSTREAM);
        this.waiting = settings.get(ACK_SYNC);
        this.timeout = settings.get(PUBLISH_TIMEOUT);
    }

    /** Notes a message before its delivery, if it is to be acknowledged on request. */
    void before(Message message) {
        if (jetStream && (mode == AckMode.CLIENT || mode == AckMode.INDIVIDUAL)) {
            received.add(message);
        }
    }

    /** Acknowledges a message after its delivery, in modes that do so unasked. */
    void after(Message message) throws DriverException {
        if (jetStream && (mode == AckMode.AUTO || mode == AckMode.DUPS_OK)) {
            acknowledge(message);
        }
    }

    /** Acknowledges on the consumer's request: everything so far, or the last message. */
    void acknowledge() throws DriverException {
        int from = mode == AckMode.INDIVIDUAL ? Math.max(0, received.size() - 1) : 0;
        List<Message> now = received.subList(from, received.size());
        for (int i = 0; i < now.size(); i++) {
            acknowledge(now.get(i));
        }
        now.clear();
    }

    /** Returns the last message, which will be acknowledged alone. */
    Message later() {
        Message message = received.remove(received.size() - 1);
        later.add(message);
        return message;
    }

    /** Acknowledges a message of {@link #later}; from any thread. */
    void acknowledgeLate(Message message) throws DriverException {
        later.remove(message);
        acknowledge(message);
    }

    /** Rejects the last message, if it is not acknowledged: the server does not deliver it again. */
    void reject() {
        if (!received.isEmpty()) {
            received.remove(received.size() - 1).term();
        }
    }

    private void acknowledge(Message message) throws DriverException {
        try {
            if (waiting) {
                message.ackSync(timeout);
            } else {
                message.ack();
            }
        } catch (TimeoutException | InterruptedException | IllegalStateException e) {
            throw Failures.of("cannot acknowledge", e);
        }
    }

    /**
     * Returns a message that is not wanted here any longer: the server delivers it again at once, instead of after its
     * acknowledgement wait.
     */
    void giveBack(Message message) {
        if (jetStream) {
            message.nak();
        }
    }

    void giveBackAll() {
        received.forEach(this::giveBack);
        received.clear();
        later.forEach(this::giveBack);
        later.clear();
    }
}
