/**
 * Objects that all parts of a run share: its plan and clock, the connections to the broker, and the recorders that the loops
 * write to. Reading order: {@link dev.dyno.engine.record.RunPlan}, {@link dev.dyno.engine.record.RunContext}, {@link
 * dev.dyno.engine.record.Recorder}, {@link dev.dyno.engine.record.ReplaceableConnection}.
 */
package dev.dyno.engine.record;
