package dev.dyno.model.workload;

import dev.dyno.driver.Destination;
import dev.dyno.model.pace.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** A copy with changed groups. */
    public Workload with(UnaryOperator<ProducerGroup> ofProducers, UnaryOperator<ConsumerGroup> ofConsumers) {
        return new Workload(
                name,
                seed,
                producers.stream().map(ofProducers).toList(),
                consumers.stream().map(ofConsumers).toList(),
                phases);
    }

    /** The groups of consumers, and one more for each queue of replies that none of them consumes. */
    public static List<ConsumerGroup> withReplies(List<ConsumerGroup> consumers) {
        List<ConsumerGroup> all = new ArrayList<>(consumers);
        for (ConsumerGroup group : consumers) {
            group.replyTo()
                    .filter(queue ->
                            all.stream().noneMatch(other -> other.destinations().contains(queue)))
                    .ifPresent(queue -> all.add(ConsumerGroup.of(List.of(queue), parts -> {
                        parts.mode = group.mode();
                        parts.name = group.name();
                    })));
        }
        return all;
    }

    /** The destinations of all groups, each once. */
    public List<Destination> destinations() {
        return Stream.concat(
                        producers.stream().map(ProducerGroup::destinations),
                        consumers.stream().map(ConsumerGroup::destinations))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    /** Number of messages due before a time, in ns from the start of the load; empty unless all producers have a schedule. */
    public Optional<LongUnaryOperator> due() {
        return producers.isEmpty() || !producers.stream().allMatch(group -> group.load() instanceof Schedule)
                ? Optional.empty()
                : Optional.of(ns ->
                        producers.stream().mapToLong(group -> due(group, ns)).sum());
    }

    private static long due(ProducerGroup group, long ns) {
        long sendingNs = group.span().clampNs(ns) - group.span().start().toNanos();
        long due = ((Schedule) group.load()).count(sendingNs);
        return group.messageCount() == 0 ? due : Math.min(due, group.messageCount());
    }

    public boolean produces() {
        return !producers.isEmpty();
    }

    public boolean consumes() {
        return !consumers.isEmpty();
    }

    /** Number of producers in all groups. */
    public int producerCount() {
        return producers.stream().mapToInt(ProducerGroup::size).sum();
    }

    /** Number of consumers in all groups. */
    public int consumerCount() {
        return consumers.stream().mapToInt(ConsumerGroup::size).sum();
    }

    /** Whether consumers leave and others join in the course of the load. */
    public boolean rotates() {
        return consumers.stream().anyMatch(group -> group.rotate().isPresent());
    }

    /** Destinations of the requests whose replies go to the given destination; empty if none do. */
    public Set<Destination> requestsOf(Destination replies) {
        return consumers.stream()
                .filter(group -> group.replyTo().filter(replies::equals).isPresent())
                .flatMap(group -> group.destinations().stream())
                .collect(Collectors.toSet());
    }

    /** Whether messages are replaced by connections: once all are open, nothing is sent any more. */
    public boolean connectsOnly() {
        return producers.stream().anyMatch(ProducerGroup::connectOnly);
    }
}
