package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import java.util.HashMap;
import java.util.Map;

/** JetStream consumers that this client receives from: the server does not report them as used, and would allow their removal. */
final class InUse {

    private final Map<String, Integer> counts = new HashMap<>();

    /** @param alone whether no other consumer may receive from it */
    synchronized void add(String stream, String name, boolean alone) throws DriverException {
        if (alone) {
            refuseIfUsed(stream, name);
        }
        counts.merge(stream + "/" + name, 1, Integer::sum);
    }

    synchronized void remove(String stream, String name) {
        counts.computeIfPresent(stream + "/" + name, (key, count) -> count == 1 ? null : count - 1);
    }

    synchronized void refuseIfUsed(String stream, String name) throws DriverException {
        if (counts.containsKey(stream + "/" + name)) {
            throw new DriverException(
                    "subscription " + name + " of stream " + stream + " has a consumer; close it first");
        }
    }
}
