package dev.dyno.driver;

import org.jspecify.annotations.Nullable;

/** Receives completions of asynchronous sends. */
@FunctionalInterface
public interface SendListener {

    /**
     * Called when the broker has acknowledged a message, or its send failed.
     *
     * @param token the token given to {@link Producer#trySend}
     * @param failure null if the broker has acknowledged the message; otherwise the cause, a {@link DriverException} if its
     *     message is to be shown to the user unchanged
     * @implSpec may be called on any thread, also inside {@link Producer#trySend}; never on two threads at once for one producer
     */
    void onSendCompleted(long token, @Nullable Throwable failure);

    /**
     * Called after this or another thread has reported one or more completions, when no more follow at once: the listener may now
     * send the messages for which they made room, and returns after that.
     *
     * @implSpec for producers with {@link Producer#sendsAfterCompletions}, must be called soon after each completion, once for
     *     several together; on a thread of the client library that holds no lock of the library or the driver, or inside
     *     {@link Producer#trySend}; may be called once more after the producer was closed
     */
    default void afterCompletions() {}
}
