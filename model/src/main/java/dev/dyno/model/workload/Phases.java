package dev.dyno.model.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a run takes.
 *
 * @param warmup from the start of the load; messages intended in it are not measured
 * @param untilSteady it is over as soon as the load is steady, after {@code warmup} at the latest; the measured phase is as long
 *     then
 * @param duration from the start of the load, warmup included; zero = until stopped or until the counts are reached, or with a
 *     backlog until that is drained
 * @param connectTimeout how long one call of a client library may take that connects, or makes what the load needs
 * @param drain how long consumers may take for what is left after the load has ended
 * @param backlog what the measured phase begins with; a duration counts only beyond it
 */
public record Phases(
        Duration connectTimeout,
        Duration warmup,
        boolean untilSteady,
        Duration duration,
        Duration drain,
        Optional<Backlog> backlog) {

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    /** With the usual time to connect. */
    public Phases(Duration warmup, boolean untilSteady, Duration duration, Duration drain, Optional<Backlog> backlog) {
        this(CONNECT_TIMEOUT, warmup, untilSteady, duration, drain, backlog);
    }

    /** With a warmup of a fixed length. */
    public Phases(Duration warmup, Duration duration, Duration drain, Optional<Backlog> backlog) {
        this(warmup, false, duration, drain, backlog);
    }

    /** Without a backlog, and with a warmup of a fixed length. */
    public Phases(Duration warmup, Duration duration, Duration drain) {
        this(warmup, duration, drain, Optional.empty());
    }
}
