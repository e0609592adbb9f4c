/** Workload files: ours, and those of the OpenMessaging Benchmark, read into a {@link dev.dyno.model.workload.Workload}. */
package dev.dyno.model.config.file;
