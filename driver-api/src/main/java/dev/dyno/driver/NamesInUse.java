package dev.dyno.driver;

import java.util.HashMap;
import java.util.Map;

/**
 * Names of the queues, subscriptions or sessions that have a consumer of this client. A driver keeps them itself where the broker
 * reports that a name is in use too late or never.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
public final class NamesInUse {

    private final Map<String, Integer> consumers = new HashMap<>();

    public synchronized void add(String name) {
        consumers.merge(name, 1, Integer::sum);
    }

    /**
     * Adds a consumer of a name that has none; changes nothing if it has one.
     *
     * @return whether the consumer was added
     */
    public synchronized boolean addFirst(String name) {
        return consumers.putIfAbsent(name, 1) == null;
    }

    /** @throws DriverException if the name has a consumer already; the sentence begins with the name */
    public synchronized void addAlone(String name) throws DriverException {
        refuseIfUsed(name);
        add(name);
    }

    /** @return whether the name has no consumer any longer */
    public synchronized boolean remove(String name) {
        return consumers.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1) == null;
    }

    public synchronized boolean has(String name) {
        return consumers.containsKey(name);
    }

    /** @throws DriverException if the name has a consumer; the sentence begins with the name */
    public synchronized void refuseIfUsed(String name) throws DriverException {
        if (has(name)) {
            throw new DriverException(name + " has a consumer; close it first");
        }
    }
}
