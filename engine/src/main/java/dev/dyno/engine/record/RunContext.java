package dev.dyno.engine.record;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.TimeSource;

/**
 * Objects shared by the parts of a run in one process.
 *
 * @param faults log of the faults
 * @param probes readers of resources during the load
 * @param ensemble the other workers of this run
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
        PeerWorkers ensemble,
        ClosingThread closing,
        ConnectProgress progress) {

    public Failure failure() {
        return control.failure;
    }
}
