/**
 * Runs over several workers. Reading order: a {@link dev.dyno.cluster.ClusterRunner} gives its {@link dev.dyno.cluster.Command}s
 * to the {@link dev.dyno.cluster.WorkerService} of each worker, which carries out its share in a {@link
 * dev.dyno.cluster.WorkerRun} and answers with {@link dev.dyno.cluster.Report}s.
 */
package dev.dyno.cluster;
