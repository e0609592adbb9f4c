/** Benchmark of the coordinator. It is in the coordinator's package because it writes its messages. */
@NullMarked
package dev.dyno.cluster;

import org.jspecify.annotations.NullMarked;
