package dev.dyno.driver.nats;

import io.nats.client.Message;
import java.time.Duration;
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

    /** Asks the server for no more; what has come already is still to be had from {@link #next}, if it may come again. */
    void end();
}
