/** Conditions on figures of a run, in the user's notation: objectives, and thresholds that fail or end a run. */
package dev.dyno.model.threshold;
