package dev.dyno.driver;

import java.util.HashMap;
import java.util.Map;

/**
 * Queues, subscriptions or sessions that consumers of one client receive from, by their names: a broker may not report that they
 * are used, or only after a while.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
public final class NamesInUse {

    private final Map<String, Integer> consumers = new HashMap<>();

    public synchronized void add(String name) {
        consumers.merge(name, 1, Integer::sum);
    }

    /** @return whether it was the first one; otherwise nothing has changed */
    public synchronized boolean addFirst(String name) {
        return consumers.putIfAbsent(name, 1) == null;
    }

    /** @throws DriverException if it has a consumer already; the name is the subject of the sentence */
    public synchronized void addAlone(String name) throws DriverException {
        refuseIfUsed(name);
        add(name);
    }

    /** @return whether it was the last one */
    public synchronized boolean remove(String name) {
        return consumers.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1) == null;
    }

    public synchronized boolean has(String name) {
        return consumers.containsKey(name);
    }

    /** @throws DriverException if it has a consumer; the name is the subject of the sentence */
    public synchronized void refuseIfUsed(String name) throws DriverException {
        if (has(name)) {
            throw new DriverException(name + " has a consumer; close it first");
        }
    }
}
