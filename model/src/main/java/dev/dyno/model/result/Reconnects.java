package dev.dyno.model.result;

import java.util.Optional;

/**
 * Broken connections and their replacement.
 *
 * @param broken number of connections that broke
 * @param attempts attempts to replace them
 * @param restored successful attempts
 * @param firstNs time of the first success, from the start of the load
 * @param lastNs time of the last success, from the start of the load
 * @param cause of the last break, or of the last attempt that failed after it, in one line; empty without any, and in a run stored
 *     by an older version
 */
public record Reconnects(
        long broken,
        long attempts,
        long restored,
        Optional<Long> firstNs,
        Optional<Long> lastNs,
        Optional<String> cause) {

    public static final Reconnects NONE = new Reconnects(0, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());
}
