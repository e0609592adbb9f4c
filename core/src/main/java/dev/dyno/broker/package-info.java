/**
 * Managed brokers: processes of their own that the tool starts from a recipe and never leaves behind.
 *
 * <p>Reading order: {@link dev.dyno.broker.Recipe} (data) → {@link dev.dyno.broker.BrokerSpec} (what is wanted) → {@link
 * dev.dyno.broker.BrokerLauncher} → {@link dev.dyno.broker.ManagedBroker}.
 */
@NullMarked
package dev.dyno.broker;

import org.jspecify.annotations.NullMarked;
