package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.dyno.engine.record.Ensemble.Stage;
import dev.dyno.engine.record.Share;
import dev.dyno.model.workload.Target;
import java.util.Map;
import java.util.Optional;

/**
 * What the coordinator tells a worker. {@link Prepare} is asked, and answered by {@link Ready}; {@link StartBroker} and {@link
 * StopBroker} are asked, and answered by {@link BrokerServes} and {@link BrokerStopped}; the rest is told.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Prepare.class, name = "prepare"),
    @JsonSubTypes.Type(value = Command.Begin.class, name = "begin"),
    @JsonSubTypes.Type(value = Command.Start.class, name = "start"),
    @JsonSubTypes.Type(value = Command.GoOn.class, name = "go-on"),
    @JsonSubTypes.Type(value = Command.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Command.Abort.class, name = "abort"),
    @JsonSubTypes.Type(value = Command.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Command.StartBroker.class, name = "start-broker"),
    @JsonSubTypes.Type(value = Command.StopBroker.class, name = "stop-broker")
})
sealed interface Command {

    /** What is about one run. */
    sealed interface OfRun extends Command {

        /** In 16 hexadecimal digits. */
        String run();
    }

    /**
     * The plan of a run. Nothing is started.
     *
     * @param workload a workload file of our own format, with all that it says resolved
     * @param share of the producers and consumers
     * @param acceptAnyRun as in {@link dev.dyno.engine.record.RunPlan}
     * @param producerIdBase as there
     */
    record Prepare(
            String run,
            String workload,
            Target producerTarget,
            Target consumerTarget,
            Share share,
            boolean acceptAnyRun,
            int producerIdBase)
            implements OfRun {}

    /** Connect. */
    record Begin(String run) implements OfRun {}

    /**
     * When the load is to start; comes before the {@link GoOn} of {@link Stage#START}.
     *
     * @param atNs on the worker's clock
     * @param shiftsNs to be added to the times of each producer, to have them on the worker's clock
     */
    record Start(String run, long atNs, long[] shiftsNs) implements OfRun {}

    /** All have reached that stage. */
    record GoOn(String run, Stage stage) implements OfRun {}

    /** End the load in good order. */
    record Stop(String run) implements OfRun {}

    /** End the run at once. */
    record Abort(String run, String cause) implements OfRun {}

    /** The run has failed, for whatever reason; what is to be done about it comes by itself. */
    record Failed(String run, String cause) implements OfRun {}

    /**
     * Start a broker by a recipe of the worker's own, at the address that it reaches the coordinator from.
     *
     * @param recipe its name
     * @param version empty = the recipe's default
     * @param knobs values by name
     * @param heap as in {@link dev.dyno.broker.process.BrokerSpec}
     */
    record StartBroker(String recipe, Optional<String> version, Map<String, String> knobs, Optional<String> heap)
            implements Command {}

    /** Stop the broker, if there is one. */
    record StopBroker() implements Command {}

    /**
     * The answer to {@link StartBroker}.
     *
     * @param name of the recipe
     * @param version as the broker says
     * @param pid of its process
     * @param urls by driver
     * @param facts for the semantics card
     */
    record BrokerServes(String name, String version, long pid, Map<String, String> urls, Map<String, String> facts) {}

    /** The answer to {@link StopBroker}. */
    record BrokerStopped() {}

    /**
     * The answer to {@link Prepare}: the plan can be carried out.
     *
     * @param clock names the clock of the worker: two with the same one need no correction
     */
    record Ready(String clock) {}
}
