package dev.dyno.driver.rabbitmq;

import java.util.HashMap;
import java.util.Map;

/**
 * Number of consumers of this client on each queue. The broker counts only started consumers, and not those that poll.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class RabbitInUse {

    private final Map<String, Integer> consumers = new HashMap<>();

    synchronized void add(Topology.Source source) {
        consumers.merge(source.queue(), 1, Integer::sum);
    }

    /** @return whether it was the first one; otherwise nothing has changed */
    synchronized boolean addFirst(Topology.Source source) {
        return consumers.putIfAbsent(source.queue(), 1) == null;
    }

    /** @return whether it was the last one */
    synchronized boolean remove(Topology.Source source) {
        return consumers.computeIfPresent(source.queue(), (queue, count) -> count == 1 ? null : count - 1) == null;
    }

    synchronized boolean has(String queue) {
        return consumers.containsKey(queue);
    }
}
