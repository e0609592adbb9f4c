/**
 * The driver SPI: what a protocol's client library must offer so that a load can be put through it. Needs nothing but the
 * JDK, because it is the only code that the tool and a driver's own class loader share.
 *
 * <p>Reading order: {@link dev.dyno.driver.Driver} → {@link dev.dyno.driver.Client} → {@link
 * dev.dyno.driver.ClientConnection} → {@link dev.dyno.driver.Producer} and {@link dev.dyno.driver.Consumer}.
 */
@NullMarked
package dev.dyno.driver;

import org.jspecify.annotations.NullMarked;
