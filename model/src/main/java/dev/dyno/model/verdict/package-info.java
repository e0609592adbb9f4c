/**
 * Rules that judge and explain a run: one list over its stored result. {@code engine} takes the verdict from it and
 * {@code report} the notes.
 */
package dev.dyno.model.verdict;
