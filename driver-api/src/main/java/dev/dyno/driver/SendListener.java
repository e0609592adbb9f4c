package dev.dyno.driver;

import org.jspecify.annotations.Nullable;

/** Receives completions of asynchronous sends. */
@FunctionalInterface
public interface SendListener {

    /**
     * Called when the broker has acknowledged a message, or its send failed.
     *
     * @param token as given to {@link Producer#trySend}
     * @param failure null if the broker has acknowledged the message; otherwise the cause, a {@link DriverException} where its
     *     message is to be shown to the user unchanged
     * @implSpec may be called on any thread, also from inside {@link Producer#trySend}; for one producer never on two threads at
     *     once
     */
    void onSendCompleted(long token, @Nullable Throwable failure);

    /**
     * Called after completions were reported, by this thread or another before it, and no more follow at once: messages for which
     * they made room can now be sent. Returns when that is done.
     *
     * @implSpec for producers with {@link Producer#sendsAfterCompletions}, must be called soon after each completion, once for
     *     several together; on a thread of the client library that holds no lock of it or of the driver, or inside
     *     {@link Producer#trySend}; may be called once more after the producer was closed
     */
    default void afterCompletions() {}
}
