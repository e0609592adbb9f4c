package dev.dyno.driver.sim;

import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The destinations of a simulated broker. A queue exists from its first use on; a topic gives a message to each subscription that
 * exists when the message is acknowledged. Used on the loop only.
 */
final class SimStore {

    private final SimLoop loop;
    private final TimeSource time;
    private final SimCounters counters;
    private final Map<String, SimQueue> queues = new HashMap<>();
    private final Map<String, SimTopic> topics = new HashMap<>();
    private long anonymous;

    SimStore(SimLoop loop, TimeSource time, SimCounters counters) {
        this.loop = loop;
        this.time = time;
        this.counters = counters;
    }

    SimTarget target(Destination destination) {
        return destination.isTopic() ? topic(destination) : queue(destination);
    }

    SimQueue queueFor(ConsumerSpec spec, Optional<String> clientId) throws DriverException {
        if (!spec.destination().isTopic()) {
            if (spec.subscription().isPresent()) {
                throw new DriverException(spec.destination() + " is a queue; only a topic has subscriptions.");
            }
            return queue(spec.destination());
        }
        final SimTopic topic = topic(spec.destination());
        if (spec.subscription().isEmpty()) {
            return topic.subscribe("anonymous " + anonymous++, newQueue());
        }
        final Subscription subscription = spec.subscription().get();
        final String key = key(subscription, clientId);
        final SimQueue existing = topic.subscriptions.get(key);
        if (existing == null) {
            topic.selectors.put(key, spec.selector());
            return topic.subscribe(key, newQueue());
        }
        if (existing.hasConsumers() && !subscription.shared()) {
            throw new DriverException("Subscription '" + subscription.name() + "' of " + spec.destination()
                    + " is in use and not shared.");
        }
        if (!spec.selector().equals(topic.selectors.get(key))) {
            if (existing.hasConsumers()) {
                throw new DriverException("Subscription '" + subscription.name() + "' of " + spec.destination()
                        + " is in use with another selector.");
            }
            existing.clear();
            topic.selectors.put(key, spec.selector());
        }
        return existing;
    }

    /** Removes the subscription of a closed consumer, if it is not durable and has no other consumer. */
    void consumerClosed(ConsumerSpec spec, SimQueue queue) {
        final boolean durable = spec.subscription()
                .map(Subscription::durable)
                .orElse(!spec.destination().isTopic());
        if (!durable && !queue.hasConsumers()) {
            topic(spec.destination()).remove(queue);
        }
    }

    /** Drops messages that are not persistent, because the broker has died; returns their number. */
    int forgetTransient() {
        int forgotten = 0;
        for (final SimQueue queue : queues.values()) {
            forgotten += queue.forgetTransient();
        }
        for (final SimTopic topic : topics.values()) {
            for (final SimQueue subscription : topic.subscriptions.values()) {
                forgotten += subscription.forgetTransient();
            }
        }
        return forgotten;
    }

    void unsubscribe(Destination destination, Subscription subscription, Optional<String> clientId)
            throws DriverException {
        final SimTopic topic = topics.get(destination.name());
        final String key = key(subscription, clientId);
        final SimQueue queue = topic == null || !destination.isTopic() ? null : topic.subscriptions.get(key);
        if (queue == null) {
            if (subscription.durable()) {
                throw new DriverException(destination + " has no subscription '" + subscription.name() + "'.");
            }
            return;
        }
        if (queue.hasConsumers()) {
            throw new DriverException("Subscription '" + subscription.name() + "' of " + destination
                    + " cannot be removed while it has consumers; close them first.");
        }
        topic(destination).remove(queue);
    }

    private static String key(Subscription subscription, Optional<String> clientId) throws DriverException {
        if (subscription.shared()) {
            return "shared " + subscription.name();
        }
        if (clientId.isEmpty()) {
            throw new DriverException(
                    "Subscription '" + subscription.name() + "' is not shared; its connection needs a client id.");
        }
        return "of " + clientId.get() + " " + subscription.name();
    }

    private SimQueue queue(Destination destination) {
        return queues.computeIfAbsent(destination.name(), name -> newQueue());
    }

    private SimTopic topic(Destination destination) {
        return topics.computeIfAbsent(destination.name(), name -> new SimTopic(counters));
    }

    private SimQueue newQueue() {
        return new SimQueue(loop, time, counters);
    }

    private static final class SimTopic implements SimTarget {

        private final Map<String, SimQueue> subscriptions = new LinkedHashMap<>();
        private final Map<String, Optional<String>> selectors = new HashMap<>();
        private final SimCounters counters;
        private FanOut present = new FanOut(List.of());

        SimTopic(SimCounters counters) {
            this.counters = counters;
        }

        @Override
        public SimTarget now() {
            if (subscriptions.isEmpty()) {
                counters.unrouted.increment();
            }
            return present;
        }

        @Override
        public void underWay(int copies) {
            now().underWay(copies);
        }

        @Override
        public void put(SimMessage message) {
            now().put(message);
        }

        SimQueue subscribe(String key, SimQueue queue) {
            subscriptions.put(key, queue);
            present = new FanOut(List.copyOf(subscriptions.values()));
            return queue;
        }

        void remove(SimQueue queue) {
            subscriptions.values().remove(queue);
            selectors.keySet().retainAll(subscriptions.keySet());
            present = new FanOut(List.copyOf(subscriptions.values()));
        }
    }

    /** The subscriptions that a topic has at one time. */
    private record FanOut(List<SimQueue> subscriptions) implements SimTarget {

        @Override
        public void underWay(int copies) {
            subscriptions.forEach(queue -> queue.underWay(copies));
        }

        @Override
        public void put(SimMessage message) {
            for (int i = 0; i < subscriptions.size(); i++) {
                subscriptions.get(i).put(message);
            }
        }
    }
}
