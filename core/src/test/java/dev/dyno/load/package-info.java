/** The engine on simulated brokers of known behaviour. */
@NullMarked
package dev.dyno.load;

import org.jspecify.annotations.NullMarked;
