/** Workload files: ours, and those of the OpenMessaging Benchmark, read into a {@link dev.dyno.workload.Workload}. */
@NullMarked
package dev.dyno.workfile;

import org.jspecify.annotations.NullMarked;
