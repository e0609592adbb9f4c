/** Results of a run: pure data, written by {@code engine}, read by everything that shows, stores or compares. */
@NullMarked
package dev.dyno.model.result;

import org.jspecify.annotations.NullMarked;
