/** Carries planned runs out: starts the broker, makes the load here or on workers, and writes what is asked for. */
package dev.dyno.app.execute;
