/**
 * Rules that judge and explain a run: one list over its result, read by {@code engine} for the verdict and by {@code report} for
 * the notes.
 */
package dev.dyno.model.verdict;
