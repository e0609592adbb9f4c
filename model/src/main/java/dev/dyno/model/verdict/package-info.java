/**
 * The rules by which a run is judged and explained: one list over its result, read by {@code load} for the verdict and by
 * {@code report} for the notes.
 */
@NullMarked
package dev.dyno.model.verdict;

import org.jspecify.annotations.NullMarked;
