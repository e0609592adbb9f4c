/**
 * A broker whose truth is known: scripted delays, stalls, losses and duplicates behind the driver SPI, in real time or on a
 * virtual clock; and a broker that costs nothing. Both measure the tool, not the world.
 *
 * <p>Reading order: {@link dev.dyno.sim.VirtualTime}, {@link dev.dyno.sim.SimDriver} (the script), {@link
 * dev.dyno.sim.SimBroker} (the counts) and, inside, {@link dev.dyno.sim.SimServer}, the way of a message.
 */
@NullMarked
package dev.dyno.sim;

import org.jspecify.annotations.NullMarked;
