/** Drivers of this installation: their folders, and what they need for each connection. */
@NullMarked
package dev.dyno.engine.drivers;

import org.jspecify.annotations.NullMarked;
