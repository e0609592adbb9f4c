/**
 * The driver of NATS, on jnats: core NATS, and JetStream with {@code nats.jetstream=true}.
 *
 * <p>Reading order: {@link dev.dyno.driver.nats.NatsDriver} → {@link dev.dyno.driver.nats.NatsSettings} → {@link
 * dev.dyno.driver.nats.NatsClient} → {@link dev.dyno.driver.nats.NatsLink}.
 */
package dev.dyno.driver.nats;
