/** Capacity of a broker: the answer to the highest rate that holds. Pure data, written by {@code engine}. */
@NullMarked
package dev.dyno.model.capacity;

import org.jspecify.annotations.NullMarked;
