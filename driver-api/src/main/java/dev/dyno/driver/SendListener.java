package dev.dyno.driver;

import org.jspecify.annotations.Nullable;

/** Is told of the completion of asynchronous sends. */
@FunctionalInterface
public interface SendListener {

    /**
     * The broker acknowledged the message, or it failed.
     *
     * @param token as given to {@link Producer#trySend}
     * @param failure null if the broker has acknowledged the message
     * @implSpec may be called on any thread, also from inside {@link Producer#trySend}; for one producer never on two
     *     threads at once
     */
    void onSendCompleted(long token, @Nullable Throwable failure);

    /**
     * The calling thread, or another one before it, has told of completions, and there will not be more at once: this is the
     * time to send what they have made room for. It lasts as long as that takes.
     *
     * @implSpec for producers that say {@link Producer#sendsAfterCompletions}, soon after each completion and once for as many as
     *     come together; on a thread of the client library that holds no lock of it or of the driver, or inside {@link
     *     Producer#trySend}; may come once more after the producer was closed
     */
    default void afterCompletions() {}
}
