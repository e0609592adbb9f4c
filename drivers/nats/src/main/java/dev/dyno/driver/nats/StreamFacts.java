package dev.dyno.driver.nats;

import io.nats.client.api.StreamConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of the streams that were used, for the semantics card: a stream that existed before need not be as ours are. */
final class StreamFacts {

    private final Map<String, StreamConfiguration> bySubject = new ConcurrentHashMap<>();

    void remember(String subject, StreamConfiguration configuration) {
        bySubject.put(subject, configuration);
    }

    Optional<StreamConfiguration> of(String subject) {
        return Optional.ofNullable(bySubject.get(subject));
    }
}
