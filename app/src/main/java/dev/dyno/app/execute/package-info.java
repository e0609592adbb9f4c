/** Carries planned runs out: starts the broker, makes the load here or on workers, and writes the requested outputs. */
package dev.dyno.app.execute;
