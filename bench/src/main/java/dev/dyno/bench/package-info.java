/** Benchmarks of ourselves, and side by side with other tools. Never shipped. */
@NullMarked
package dev.dyno.bench;

import org.jspecify.annotations.NullMarked;
