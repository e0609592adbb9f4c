package dev.dyno.model.result;

import java.util.Optional;

/**
 * What became of the connections that broke.
 *
 * @param broken connections that broke
 * @param attempts tries to make them anew
 * @param restored of these, the ones that succeeded
 * @param firstNs when the first was restored, from the start of the load
 * @param lastNs when the last was restored, from the start of the load
 */
public record Reconnects(long broken, long attempts, long restored, Optional<Long> firstNs, Optional<Long> lastNs) {

    public static final Reconnects NONE = new Reconnects(0, 0, 0, Optional.empty(), Optional.empty());
}
