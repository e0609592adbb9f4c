/**
 * Tests of Dyno itself: its cost on this machine, and whether its numbers are true, for a broker of known behaviour or for a real
 * one behind a proxy. Reading order: {@link dev.dyno.engine.selftest.Selftest} and the checks that it makes, then {@link
 * dev.dyno.engine.selftest.Calibration}.
 */
package dev.dyno.engine.selftest;
