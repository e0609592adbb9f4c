package dev.dyno.model.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * Time in which a group takes part in the load, counted from its start including the warm-up.
 *
 * @param start zero = from the beginning
 * @param stop empty = to the end
 */
public record Span(Duration start, Optional<Duration> stop) {

    public static final Span WHOLE = new Span(Duration.ZERO, Optional.empty());

    /** The given time of the load, limited to the span, in ns from the start of the load. */
    public long clampNs(long ns) {
        return Math.max(
                start.toNanos(), stop.map(s -> Math.min(ns, s.toNanos())).orElse(ns));
    }
}
