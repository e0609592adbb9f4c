/**
 * The JMS driver: one source for {@code jakarta.jms} and, with the package name replaced by the build, for {@code javax.jms}. It
 * is independent of providers; their differences are data, in the {@code driver.properties} of a driver folder, read by
 * {@link dev.dyno.driver.jms.Preset}. The exceptions are {@link dev.dyno.driver.jms.ArtemisCore},
 * {@link dev.dyno.driver.jms.AmqpBroker}, {@link dev.dyno.driver.jms.QueueDepth}, {@link dev.dyno.driver.jms.RabbitJms} and
 * {@link dev.dyno.driver.jms.Starlight}.
 */
package dev.dyno.driver.jms;
