package dev.dyno.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Planned faults of a run, and the clients' reaction to a broken connection.
 *
 * @param faults in the order of their times
 * @param reconnectDelay wait between the first two attempts to replace a broken connection, doubled after each attempt; empty = a
 *     broken connection fails the run
 */
public record FaultPlan(List<Fault> faults, Optional<Duration> reconnectDelay) {

    /** No faults; a broken connection fails the run. */
    public static final FaultPlan NONE = new FaultPlan(List.of(), Optional.empty());

    /** Whether connections are disturbed, so that they go through a proxy. */
    public boolean disturbsNetwork() {
        return faults.stream().anyMatch(fault -> fault.action() instanceof Fault.OnNetwork);
    }

    /** Whether outages are expected, which the run then times. */
    public boolean isDisturbed() {
        return !faults.isEmpty() || reconnectDelay.isPresent();
    }
}
