/** Reads the resources that broker, worker and host use during a run. */
@NullMarked
package dev.dyno.broker.resource;

import org.jspecify.annotations.NullMarked;
