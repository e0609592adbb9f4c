package dev.dyno.model.config;

import dev.dyno.model.workload.WorkerLossPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * Workers that make a load together.
 *
 * @param all number of workers; empty = {@code producers} plus {@code consumers}
 * @param producers number of workers that only send; empty = all do both
 * @param consumers number of workers that only receive; present if {@code producers} is
 * @param brokerOn name of an additional worker that runs the broker; empty = the broker runs here
 * @param listen address at which they join, HOST:PORT
 * @param await longest wait for them
 * @param onLoss effect of a lost worker on the run
 */
public record Workers(
        Optional<Integer> all,
        Optional<Integer> producers,
        Optional<Integer> consumers,
        Optional<String> brokerOn,
        String listen,
        Duration await,
        WorkerLossPolicy onLoss) {

    /** Number of workers that make the load. */
    public int size() {
        return producers.flatMap(some -> consumers.map(others -> some + others)).orElseGet(() -> all.orElse(1));
    }
}
