package dev.dyno.driver;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * How one connection is made.
 *
 * @param clientId the protocol's client identity, needed by unshared durable subscriptions
 * @param onFailure told once, on any thread, when an open connection breaks without anybody having closed it, or when the broker
 *     closes a consumer of it, for instance because the queue was removed: only a new connection has consumers again
 */
public record ConnectionSpec(Optional<String> clientId, Consumer<Throwable> onFailure) {}
