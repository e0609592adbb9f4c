/**
 * The JMS driver: one source for {@code jakarta.jms} and, with the package name replaced by the build, for {@code javax.jms}. It
 * is independent of providers; their differences are data, in the {@code driver.properties} of a driver folder, read by
 * {@link dev.dyno.driver.jms.Preset}. The one exception is {@link dev.dyno.driver.jms.ArtemisCore}.
 */
package dev.dyno.driver.jms;
