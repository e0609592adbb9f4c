package dev.dyno.model.result;

import java.util.Optional;

/**
 * Resources used by the load generator in the measured phase.
 *
 * @param seconds length of the phase
 * @param cpuSeconds processor time of the load generator, all threads, including client libraries; 0 if the phase was too short
 *     to measure it
 * @param gcSeconds time in garbage collections; of several workers, the longest
 * @param hostBusy share of the host's processors in use by any program, 0 to 1; empty where unknown
 */
public record WorkerUsage(double seconds, double cpuSeconds, double gcSeconds, Optional<Double> hostBusy) {

    /** Usage when nothing was measured. */
    public static final WorkerUsage NONE = new WorkerUsage(0, 0, 0, Optional.empty());
}
