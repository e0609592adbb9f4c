/** Reads what broker, worker and host use while a run goes on. */
@NullMarked
package dev.dyno.broker.resource;

import org.jspecify.annotations.NullMarked;
