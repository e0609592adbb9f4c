/** Capacity of a broker: the answer to the highest rate that holds. Pure data, written by {@code engine}. */
package dev.dyno.model.capacity;
