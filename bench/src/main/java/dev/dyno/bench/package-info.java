/** Benchmarks of Dyno, alone and side by side with other tools. Never shipped. */
package dev.dyno.bench;
