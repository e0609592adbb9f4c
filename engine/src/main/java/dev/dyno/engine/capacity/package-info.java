/**
 * Search for the capacity of a broker: which rate to ask next, and what is known. It has no thread, no clock and no load: {@link
 * dev.dyno.engine.capacity.CapacitySearch} receives one {@link dev.dyno.engine.capacity.CapacitySecond} after the other.
 */
package dev.dyno.engine.capacity;
