/**
 * Search for the capacity of a broker: it chooses the next rate to ask, and computes the interval from all seconds until now. It
 * has no thread, no clock and no load: {@link dev.dyno.engine.capacity.CapacitySearch} receives one {@link
 * dev.dyno.engine.capacity.CapacitySecond} after the other. {@link dev.dyno.engine.capacity.Ramp} answers for a load whose rate
 * rises by itself.
 */
package dev.dyno.engine.capacity;
