package dev.dyno.model.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * When a group takes part in the load, counted from its start, warmup included.
 *
 * @param start zero = from the beginning
 * @param stop empty = to the end
 */
public record Span(Duration start, Optional<Duration> stop) {

    /** The whole load. */
    public static final Span WHOLE = new Span(Duration.ZERO, Optional.empty());

    /** From then on to the end of the load. */
    public static Span from(Duration start) {
        return new Span(start, Optional.empty());
    }

    /** The part of a stretch of the load, in ns from its start, in which the group takes part: not before {@link #start}. */
    public long clampNs(long ns) {
        return Math.max(
                start.toNanos(), stop.map(s -> Math.min(ns, s.toNanos())).orElse(ns));
    }
}
