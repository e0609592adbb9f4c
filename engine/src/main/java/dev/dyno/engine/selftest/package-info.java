/**
 * Tests of Dyno itself: its cost on this machine, and whether its numbers are true for a broker of known behaviour. Reading
 * order: {@link dev.dyno.engine.selftest.Selftest}, then the checks that it makes.
 */
package dev.dyno.engine.selftest;
