package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Kept sessions that are connected from here: another link with the same client id would take them over. */
final class Sessions {

    private final Set<String> connected = ConcurrentHashMap.newKeySet();

    void add(String clientId) throws DriverException {
        if (!connected.add(clientId)) {
            throw inUse(clientId);
        }
    }

    void remove(String clientId) {
        connected.remove(clientId);
    }

    void refuseIfUsed(String clientId) throws DriverException {
        if (connected.contains(clientId)) {
            throw inUse(clientId);
        }
    }

    private static DriverException inUse(String clientId) {
        return new DriverException("the session of client id " + clientId + " has a consumer; close it first");
    }
}
