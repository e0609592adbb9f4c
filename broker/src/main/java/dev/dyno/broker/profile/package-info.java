/**
 * Profiles of a broker's JVM in the measured phase of a run, as flame graphs.
 *
 * <p>Reading order: {@link dev.dyno.broker.profile.Profiling} (the phases) → {@link
 * dev.dyno.broker.profile.AsyncProfiler} → {@link dev.dyno.broker.profile.FlamePage} (the page).
 */
package dev.dyno.broker.profile;
