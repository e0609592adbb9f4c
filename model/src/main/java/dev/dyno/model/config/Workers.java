package dev.dyno.model.config;

import dev.dyno.model.workload.WorkerLossPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * Workers that make a load together.
 *
 * @param all how many there are; empty = those of producers and of consumers
 * @param producers how many of them only send; empty = all do both
 * @param consumers how many of them only receive; there if producers is
 * @param brokerOn name of one more, which runs the broker; empty = the broker runs here
 * @param listen where they join, HOST:PORT
 * @param await how long they are waited for
 * @param onLoss the end of the run when one is gone, or not
 */
public record Workers(
        Optional<Integer> all,
        Optional<Integer> producers,
        Optional<Integer> consumers,
        Optional<String> brokerOn,
        String listen,
        Duration await,
        WorkerLossPolicy onLoss) {

    /** How many make the load. */
    public int size() {
        return producers.flatMap(some -> consumers.map(others -> some + others)).orElseGet(() -> all.orElse(1));
    }
}
