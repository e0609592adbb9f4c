/**
 * A simulated broker of known behaviour behind the driver SPI, with scripted delays, stalls, losses and duplicates, in real time
 * or on a virtual clock; and the null driver, which has no broker and no cost. Both serve to measure the tool itself.
 *
 * <p>Reading order: {@link dev.dyno.driver.sim.VirtualTime}, {@link dev.dyno.driver.sim.SimDriver} (the script),
 * {@link dev.dyno.driver.sim.SimBroker} (the counts) and, inside, {@link dev.dyno.driver.sim.SimServer} (the way of a message).
 */
package dev.dyno.driver.sim;
