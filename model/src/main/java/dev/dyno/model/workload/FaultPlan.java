package dev.dyno.model.workload;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is done to the broker during a run, and what the clients do about it.
 *
 * @param faults in the order of their times
 * @param reconnectDelay between the first two attempts to replace a broken connection, doubled from one to the next; empty =
 *     a broken connection fails the run
 */
public record FaultPlan(List<Fault> faults, Optional<Duration> reconnectDelay) {

    /** Nothing is done, and a broken connection fails the run. */
    public static final FaultPlan NONE = new FaultPlan(List.of(), Optional.empty());

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /** Whether outages are to be expected, and so to be timed. */
    public boolean isDisturbed() {
        return !faults.isEmpty() || reconnectDelay.isPresent();
    }
}
