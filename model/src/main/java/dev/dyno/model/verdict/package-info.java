/**
 * Rules that judge and explain a run: one list over its result, read by {@code engine} for the verdict and by {@code report} for
 * the notes.
 */
@NullMarked
package dev.dyno.model.verdict;

import org.jspecify.annotations.NullMarked;
