/**
 * Managed brokers: processes of their own that the tool starts from a recipe and never leaves behind.
 *
 * <p>Reading order: {@link dev.dyno.broker.process.Recipe} (data) → {@link dev.dyno.broker.process.BrokerSpec} (what is wanted) → {@link
 * dev.dyno.broker.process.BrokerLauncher} → {@link dev.dyno.broker.process.ManagedBroker}.
 */
@NullMarked
package dev.dyno.broker.process;

import org.jspecify.annotations.NullMarked;
