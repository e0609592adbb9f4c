package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.Share;
import dev.dyno.model.workload.Target;
import java.util.Map;
import java.util.Optional;

/**
 * Command of the coordinator to a worker. {@link Prepare} is a request answered by {@link Ready}; {@link StartBroker} and
 * {@link StopBroker} are requests answered by a {@link WorkerBroker} and {@link BrokerStopped}; the others are messages without an
 * answer.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "command")
sealed interface Command {

    sealed interface OfRun extends Command {

        /** Id of the run, in 16 hexadecimal digits. */
        String run();
    }

    /**
     * Gives the plan of a run; nothing is started.
     *
     * @param workload a workload file of our own format, with all values resolved
     * @param share of the producers and consumers
     * @param acceptAnyRun see {@link dev.dyno.engine.record.RunPlan}
     * @param producerIdBase see {@link dev.dyno.engine.record.RunPlan}
     * @param shortSlices whether the threads of the load ask Linux for short time slices, to send on time
     */
    record Prepare(
            String run,
            String workload,
            Target producerTarget,
            Target consumerTarget,
            Share share,
            boolean acceptAnyRun,
            int producerIdBase,
            boolean shortSlices)
            implements OfRun {}

    /** Orders the worker to connect. */
    record Begin(String run) implements OfRun {}

    /**
     * Sets the start of the load; sent before the {@link Continue} of {@link Stage#START}.
     *
     * @param atNs start in ns, on the worker's clock
     * @param shiftsNs to be added to the times of each producer to convert them to the worker's clock
     */
    record Start(String run, long atNs, long[] shiftsNs) implements OfRun {}

    /**
     * Lets the worker continue from a stage, which all live workers have reached; {@link Stage#DRAINED}, when the drain is
     * over or given up.
     */
    record Continue(String run, Stage stage) implements OfRun {}

    /** Changes the rate of the load in progress. */
    record Steer(String run, LiveRate.Change change) implements OfRun {}

    /** Makes the worker report its counts every tenth of a second, until no command of this kind has come for two seconds. */
    record Count(String run) implements OfRun {}

    /** Ends the load in good order. */
    record Stop(String run) implements OfRun {}

    /** Ends the run at once. */
    record Abort(String run, String cause) implements OfRun {}

    /** Reports that the run has failed for any reason; commands that follow from it are sent separately. */
    record Failed(String run, String cause) implements OfRun {}

    /**
     * Starts a broker by a recipe of the worker, at the address from which the worker reaches the coordinator.
     *
     * @param recipe its name
     * @param version empty = the recipe's default
     * @param knobs values by name
     * @param heap see {@link dev.dyno.broker.process.BrokerSpec}
     */
    record StartBroker(String recipe, Optional<String> version, Map<String, String> knobs, Optional<String> heap)
            implements Command {}

    /** Stops the broker, if there is one. */
    record StopBroker() implements Command {}

    /** The answer to {@link StopBroker}. */
    record BrokerStopped() {}

    /**
     * The answer to {@link Prepare}: the plan can be carried out.
     *
     * @param clock id of the worker's clock: times of two workers with one id need no correction
     */
    record Ready(String clock) {}
}
