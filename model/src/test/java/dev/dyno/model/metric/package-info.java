/** The catalogue of figures. */
@NullMarked
package dev.dyno.model.metric;

import org.jspecify.annotations.NullMarked;
