package dev.dyno.driver;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Properties of one connection.
 *
 * @param clientId the protocol's client identity, which unshared durable subscriptions need; empty = the run asks for none
 * @param onFailure receives the first failure of an open connection: that it broke without having been closed, that a delivery
 *     failed, or that the broker closed one of its consumers, for example because the queue was removed; only a new connection
 *     has that consumer again. Called once at most, on any thread. The failure is a {@link RefusedException} if each new
 *     connection would fail alike
 */
public record ConnectionSpec(Optional<String> clientId, Consumer<Throwable> onFailure) {}
