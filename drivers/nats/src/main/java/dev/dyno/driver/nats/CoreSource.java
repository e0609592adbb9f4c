package dev.dyno.driver.nats;

import dev.dyno.driver.MessagesLeft;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A subscription of core NATS. Messages that have arrived and were not received are lost with it. */
record CoreSource(Connection connection, Subscription subscription) implements MessageSource {

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(30);

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        return subscription.nextMessage(timeout);
    }

    /**
     * Counts the fetched messages, since the server keeps none. The answer to a flush follows everything that the server has
     * sent.
     */
    @Override
    public MessagesLeft left() throws TimeoutException, InterruptedException {
        connection.flush(ANSWER);
        return new MessagesLeft(0, subscription.getPendingMessageCount(), subscription.getDroppedCount());
    }

    @Override
    public boolean isForgetful() {
        return true;
    }

    @Override
    public void leave() throws InterruptedException {
        subscription.drain(LONGEST_LEAVE).join();
    }

    @Override
    public void end() {
        if (subscription.isActive()) {
            subscription.unsubscribe();
        }
    }
}
