/** Conditions on figures of a run, in the user's notation: objectives, and thresholds that fail or end a run. */
@NullMarked
package dev.dyno.model.threshold;

import org.jspecify.annotations.NullMarked;
