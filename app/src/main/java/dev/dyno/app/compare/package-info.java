/** Runs two setups in turns, or reads two stored ones, and compares them. */
@NullMarked
package dev.dyno.app.compare;

import org.jspecify.annotations.NullMarked;
