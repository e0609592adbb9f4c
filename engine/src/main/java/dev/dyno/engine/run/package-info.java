/**
 * Carries out a run, alone or as one of several workers. Reading order: {@link dev.dyno.engine.run.LocalRunner}, {@link
 * dev.dyno.engine.run.LoadPhase}, then {@link dev.dyno.engine.run.MultiWorkerRun}.
 */
package dev.dyno.engine.run;
