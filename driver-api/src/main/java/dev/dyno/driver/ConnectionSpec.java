package dev.dyno.driver;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Properties of one connection.
 *
 * @param clientId the protocol's client identity, needed by unshared durable subscriptions; empty = none is asked for
 * @param onFailure called once, on any thread, when an open connection breaks without having been closed, or when the broker
 *     closes one of its consumers, for example because the queue was removed: only a new connection has consumers again. The
 *     failure is a {@link RefusedException} if each new connection would fail alike
 */
public record ConnectionSpec(Optional<String> clientId, Consumer<Throwable> onFailure) {}
