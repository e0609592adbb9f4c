/**
 * The contract of the driver SPI as tests: a driver's module extends {@link dev.dyno.tck.DriverContract} and runs it on a
 * broker.
 */
@NullMarked
package dev.dyno.tck;

import org.jspecify.annotations.NullMarked;
