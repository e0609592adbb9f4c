package dev.dyno.workload;

import java.time.Duration;

/**
 * How long a run takes.
 *
 * @param warmup from the start of the load; messages intended in it are not measured
 * @param duration from the start of the load, warmup included; zero = until stopped or until the counts are reached
 * @param drain how long consumers may take for what is left after the load has ended
 */
public record Phases(Duration warmup, Duration duration, Duration drain) {}
