/** Searches for the capacity of a broker, without a command line. */
@NullMarked
package dev.dyno.app.capacity;

import org.jspecify.annotations.NullMarked;
