package dev.dyno.driver.nats;

import io.nats.client.api.StreamConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that were used, as far as they are known, for the semantics card: a stream that existed before need not be as ours are; and what was made or found once. */
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
