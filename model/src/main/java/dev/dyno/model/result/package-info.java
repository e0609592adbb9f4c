/** What a run measured: pure data, written by {@code load}, read by everything that shows, stores or compares. */
@NullMarked
package dev.dyno.model.result;

import org.jspecify.annotations.NullMarked;
