/** Searches for the capacity of a broker, without a command line. */
package dev.dyno.app.capacity;
