package dev.dyno.model.result;

import java.util.Optional;

/**
 * What the load generator used during the measured phase.
 *
 * @param seconds length of the phase
 * @param cpuSeconds of this process, all threads, client libraries included
 * @param gcSeconds in which it was stopped for garbage collections; of several workers together, that of the one that had most
 * @param hostBusy share of the host's processors that was busy with anything, 0 to 1; empty where the host does not tell
 */
public record WorkerUsage(double seconds, double cpuSeconds, double gcSeconds, Optional<Double> hostBusy) {

    /** Nothing was measured. */
    public static final WorkerUsage NONE = new WorkerUsage(0, 0, 0, Optional.empty());
}
