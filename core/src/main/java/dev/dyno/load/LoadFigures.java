package dev.dyno.load;

import dev.dyno.result.BacklogResult;
import dev.dyno.result.Conditions;
import dev.dyno.result.Counts;
import dev.dyno.result.Due;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Latencies;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.Fault;
import dev.dyno.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a load.
 *
 * @param warmupNs how long the load went on before the measured phase
 * @param measuredNs how long the measured phase was
 * @param drainNs how long after the load the last delivery was waited for
 * @param intendedPerSecond messages by the schedules; 0 if there are none
 * @param total of the whole run
 * @param measured of the measured phase
 * @param latencies of the messages intended in the measured phase
 * @param due what became of the messages that were due in the measured phase
 * @param ledger what was owed and what came
 * @param worker what the load generator used in the measured phase
 * @param resources what each subject used
 * @param ratePerInterval messages a second in each whole interval of the measured phase
 * @param slots what became of the schedules
 * @param runsSeen how many runs' messages a subscription has got at the most
 * @param faults what was done to the broker and what followed
 * @param unsteady what the last seconds of a warmup were like that was to last until the load was steady, and was too short for that
 * @param backlog that was built on purpose, and how it was drained
 * @param sendingNs for how long of the measured phase producers were to send
 * @param brokerAway there was no broker at the end, so that nobody knows what it still has
 */
record LoadFigures(
        long warmupNs,
        long measuredNs,
        long drainNs,
        double intendedPerSecond,
        Counts total,
        Counts measured,
        Latencies latencies,
        Due due,
        LedgerCounts ledger,
        WorkerUsage worker,
        List<ResourceSummary> resources,
        List<Double> ratePerInterval,
        Outgoing.Slots slots,
        int runsSeen,
        List<FaultResult> faults,
        Optional<String> unsteady,
        Optional<BacklogResult> backlog,
        long sendingNs,
        boolean brokerAway) {

    /** Of a run that has not come to its load. */
    static LoadFigures none() {
        return new LoadFigures(
                0,
                0,
                0,
                0,
                Counts.ZERO,
                Counts.ZERO,
                new Latencies(),
                Due.NONE,
                LedgerCounts.EMPTY,
                WorkerUsage.NONE,
                List.of(),
                List.of(),
                Outgoing.Slots.NONE,
                0,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                false);
    }

    /**
     * The facts beside the result.
     *
     * @param left planned faults that the load was over before
     * @param reconnectFailure the last failure of an attempt to reconnect
     */
    Conditions conditions(Workload workload, List<Fault> left, Optional<String> reconnectFailure) {
        return new Conditions(
                !workload.producers().isEmpty(),
                !workload.consumers().isEmpty(),
                intendedPerSecond,
                sendingNs,
                slots.due(),
                slots.unsent(),
                runsSeen,
                unsteady,
                Conditions.Halves.of(ratePerInterval),
                left.stream()
                        .map(fault -> new Conditions.FaultLeft(
                                fault.action().word(), fault.at().toNanos()))
                        .toList(),
                brokerAway,
                reconnectFailure,
                GzipRatio.of(workload));
    }
}
