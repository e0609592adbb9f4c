/**
 * The driver SPI: the types that an adapter to a client library implements and uses for a load. Needs nothing but the JDK,
 * because it is the only code that the tool and a driver's own class loader share.
 *
 * <p>Reading order: {@link dev.dyno.driver.Driver} → {@link dev.dyno.driver.Client} → {@link dev.dyno.driver.ClientConnection} →
 * {@link dev.dyno.driver.Producer} and {@link dev.dyno.driver.Consumer}.
 */
@NullMarked
package dev.dyno.driver;

import org.jspecify.annotations.NullMarked;
