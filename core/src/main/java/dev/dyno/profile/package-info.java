/**
 * Profiles of a broker's JVM in the measured phase of a run, as flame graphs.
 *
 * <p>Reading order: {@link dev.dyno.profile.Profiling} (when) → {@link dev.dyno.profile.Sampler} (by what) → {@link
 * dev.dyno.profile.FlamePage} (the page).
 */
@NullMarked
package dev.dyno.profile;

import org.jspecify.annotations.NullMarked;
