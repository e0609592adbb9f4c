/**
 * Carries out a run, alone or as one of several workers. Reading order: {@link dev.dyno.engine.run.LocalRunner}, {@link
 * dev.dyno.engine.run.LoadPhase}, then {@link dev.dyno.engine.run.MultiWorkerRun}.
 */
@NullMarked
package dev.dyno.engine.run;

import org.jspecify.annotations.NullMarked;
