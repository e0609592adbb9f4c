package dev.dyno.engine.record;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.TimeSource;

/**
 * The objects that the parts of a run in one process share.
 *
 * @param faults when which fault began
 * @param probes what to read while the load goes on
 * @param ensemble the others that make the load together with this run
 */
public record RunContext(
        RunPlan plan,
        TimeSource time,
        Threads threads,
        RunControl control,
        RunListener listener,
        Timeline timeline,
        FaultLog faults,
        FaultInjector injector,
        Reconnector reconnector,
        Probes probes,
        Ensemble ensemble,
        ClosingThread closing,
        ConnectProgress progress) {

    public Failure failure() {
        return control.failure;
    }
}
