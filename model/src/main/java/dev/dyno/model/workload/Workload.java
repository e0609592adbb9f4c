package dev.dyno.model.workload;

import java.util.List;

/**
 * What traffic, whatever the broker: groups of producers and of consumers, and how long.
 *
 * @param name for people and for the stored run's folder
 * @param seed of everything random: payloads, sizes, keys, Poisson arrivals
 * @param producers may be empty: then only what others send is consumed
 * @param consumers may be empty: then messages are only produced
 * @param phases how long
 */
public record Workload(
        String name, long seed, List<ProducerGroup> producers, List<ConsumerGroup> consumers, Phases phases) {

    public Workload {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
    }

    /** Whether there are connections in the place of messages: once all are open, nothing is sent any more. */
    public boolean connectsOnly() {
        return producers.stream().anyMatch(ProducerGroup::connectOnly);
    }
}
