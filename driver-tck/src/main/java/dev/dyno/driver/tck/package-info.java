/**
 * The contract of the driver SPI as tests. A driver's module extends {@link dev.dyno.driver.tck.DriverContract} and runs it on a
 * broker.
 */
@NullMarked
package dev.dyno.driver.tck;

import org.jspecify.annotations.NullMarked;
