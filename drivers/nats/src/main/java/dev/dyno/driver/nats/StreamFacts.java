package dev.dyno.driver.nats;

import io.nats.client.api.StreamConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Known facts of the used streams, for the semantics card, because an existing stream may differ from one that the driver
 * creates; and the names of all streams and consumers created or found so far.
 */
final class StreamFacts {

    private final Map<String, StreamConfiguration> bySubject = new ConcurrentHashMap<>();

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    void remember(String subject, StreamConfiguration configuration) {
        bySubject.put(subject, configuration);
        remember(subject);
    }

    void remember(String what) {
        known.add(what);
    }

    boolean isKnown(String what) {
        return known.contains(what);
    }

    Optional<StreamConfiguration> of(String subject) {
        return Optional.ofNullable(bySubject.get(subject));
    }
}
