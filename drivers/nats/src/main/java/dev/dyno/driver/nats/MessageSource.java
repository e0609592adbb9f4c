package dev.dyno.driver.nats;

import dev.dyno.driver.MessagesLeft;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Source of a consumer's messages. {@link #next} is called by one thread at a time. */
interface MessageSource {

    /**
     * The next message.
     *
     * @param timeout longest wait; null = return at once
     * @return null if there was none
     * @throws IllegalStateException if there can be no more
     */
    @Nullable
    Message next(@Nullable Duration timeout) throws InterruptedException;

    /**
     * Messages that the server has for the subscription, and those that it sent and {@link #next} did not return, or that were not
     * acknowledged.
     */
    MessagesLeft left() throws IOException, JetStreamApiException, TimeoutException, InterruptedException;

    /** Whether the server forgets messages once they are sent. */
    boolean isForgetful();

    /** Asks for no more messages, and waits until {@link #next} has returned those that had arrived. */
    default void leave() throws InterruptedException {}

    /** Ends the requests for messages. {@link #next} still returns those that arrived and that the server can deliver again. */
    void end();
}
