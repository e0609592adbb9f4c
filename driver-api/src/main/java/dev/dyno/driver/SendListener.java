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
}
