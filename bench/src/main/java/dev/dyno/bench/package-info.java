/** Benchmarks of ourselves, and side by side with other tools. Never shipped. */
package dev.dyno.bench;
