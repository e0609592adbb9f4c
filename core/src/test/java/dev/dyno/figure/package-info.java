/** The catalogue of figures. */
@NullMarked
package dev.dyno.figure;

import org.jspecify.annotations.NullMarked;
