/** Answer of a search for the capacity of a broker: the highest rate that holds. Pure data, written by {@code engine}. */
package dev.dyno.model.capacity;
