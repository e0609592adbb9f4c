package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Where the messages of a consumer come from. {@link #next} is called by one thread at a time. */
interface MessageSource {

    /**
     * The next message.
     *
     * @param timeout how long to wait for it; null = look and return at once
     * @return null if there was none
     * @throws IllegalStateException if there will be no more
     */
    @Nullable
    Message next(@Nullable Duration timeout) throws InterruptedException;

    /**
     * The messages that the server has for the subscription, and those that it sent and {@link #next} did not return, or that were
     * not acknowledged.
     */
    long left() throws IOException, JetStreamApiException, TimeoutException, InterruptedException;

    /** Whether the server forgets what it sent. */
    boolean isForgetful();

    /** Asks the server for no more; what has come already is still to be had from {@link #next}, if it may come again. */
    void end();
}
