package dev.dyno.driver.sim;

import dev.dyno.driver.Destination;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The destinations of the null driver with their consumers. Clients whose URLs have the same name share them.
 *
 * <p>Assumptions and guarantees: usable from any thread. The running brokers and their numbers of clients are guarded by one
 * monitor. A producer that has read the consumers of a destination may still deliver to one that was removed meanwhile.
 */
final class NullBroker {

    private static final Map<String, NullBroker> RUNNING = new HashMap<>();

    private final String name;
    private final Map<Destination, Listeners> destinations = new ConcurrentHashMap<>();
    private int clients;

    /** Consumers of one destination. The array is never changed but replaced, so that producers read it without a lock. */
    static final class Listeners {

        private static final NullConsumer[] NOBODY = {};

        volatile NullConsumer[] consumers = NOBODY;

        synchronized void add(NullConsumer consumer) {
            final NullConsumer[] old = consumers;
            final NullConsumer[] more = Arrays.copyOf(old, old.length + 1);
            more[old.length] = consumer;
            consumers = more;
        }

        synchronized void remove(NullConsumer consumer) {
            consumers =
                    Arrays.stream(consumers).filter(other -> other != consumer).toArray(NullConsumer[]::new);
        }
    }

    private NullBroker(String name) {
        this.name = name;
    }

    static NullBroker join(String name) {
        synchronized (RUNNING) {
            final NullBroker broker = RUNNING.computeIfAbsent(name, NullBroker::new);
            broker.clients++;
            return broker;
        }
    }

    void leave() {
        synchronized (RUNNING) {
            if (--clients == 0) {
                RUNNING.remove(name);
            }
        }
    }

    Listeners listeners(Destination destination) {
        return destinations.computeIfAbsent(destination, key -> new Listeners());
    }
}
