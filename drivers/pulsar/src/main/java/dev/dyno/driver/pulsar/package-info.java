/**
 * The driver of Apache Pulsar's own protocol. Reading order: {@link dev.dyno.driver.pulsar.PulsarDriver} → {@link
 * dev.dyno.driver.pulsar.PulsarSettings} → {@link dev.dyno.driver.pulsar.NativeConnection} → its producers and consumers.
 */
package dev.dyno.driver.pulsar;
