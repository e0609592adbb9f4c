package dev.dyno.model.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * Durations of a run's phases.
 *
 * @param warmup from the start of the load; messages intended in it are not measured
 * @param untilSteady whether the warm-up ends as soon as the load is steady, after {@code warmup} at the latest, with the
 *     measured phase unchanged in length
 * @param duration from the start of the load, warm-up included; zero = until stopped, until the numbers of messages are reached
 *     or, with a backlog, until it is drained
 * @param connectTimeout longest duration of one call of a client library that connects or prepares the load
 * @param drain longest time for consumers to receive the messages left after the load
 * @param backlog backlog at the start of the measured phase; a duration counts only after it
 */
public record Phases(
        Duration connectTimeout,
        Duration warmup,
        boolean untilSteady,
        Duration duration,
        Duration drain,
        Optional<Backlog> backlog) {

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    /** Phases with the default time to connect, and a warm-up of fixed length. */
    public Phases(Duration warmup, Duration duration, Duration drain, Optional<Backlog> backlog) {
        this(CONNECT_TIMEOUT, warmup, false, duration, drain, backlog);
    }

    /** Phases without a backlog, with a warm-up of fixed length. */
    public Phases(Duration warmup, Duration duration, Duration drain) {
        this(warmup, duration, drain, Optional.empty());
    }
}
