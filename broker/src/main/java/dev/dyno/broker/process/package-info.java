/**
 * Managed brokers: separate processes that the tool starts from a recipe and always ends.
 *
 * <p>Reading order: {@link dev.dyno.broker.process.Recipe} (data) → {@link dev.dyno.broker.process.BrokerSpec} (the wanted
 * broker) → {@link dev.dyno.broker.process.BrokerLauncher} → {@link dev.dyno.broker.process.ManagedBroker}.
 */
package dev.dyno.broker.process;
