/** Carries planned runs out: starts the broker, makes the load here or on workers, and writes what is asked for. */
@NullMarked
package dev.dyno.app.execute;

import org.jspecify.annotations.NullMarked;
