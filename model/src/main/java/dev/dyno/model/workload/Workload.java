package dev.dyno.model.workload;

import java.util.List;

/**
 * Traffic of a load, for any broker: groups of producers and of consumers, and durations.
 *
 * @param name shown to users and used for the stored run's folder
 * @param seed of everything random: payloads, sizes, keys, Poisson arrivals
 * @param producers may be empty: then only messages of others are consumed
 * @param consumers may be empty: then messages are only produced
 * @param phases durations
 */
public record Workload(
        String name, long seed, List<ProducerGroup> producers, List<ConsumerGroup> consumers, Phases phases) {

    public Workload {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
    }

    /** Whether messages are replaced by connections: once all are open, nothing is sent any more. */
    public boolean connectsOnly() {
        return producers.stream().anyMatch(ProducerGroup::connectOnly);
    }
}
