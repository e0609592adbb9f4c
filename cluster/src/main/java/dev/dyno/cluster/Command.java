package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.dyno.load.Ensemble.Stage;
import dev.dyno.load.Share;
import dev.dyno.workload.Target;

/** What the coordinator of a run tells a worker. {@link Prepare} is asked, and answered by {@link Ready}; the rest is told. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Prepare.class, name = "prepare"),
    @JsonSubTypes.Type(value = Command.Begin.class, name = "begin"),
    @JsonSubTypes.Type(value = Command.Start.class, name = "start"),
    @JsonSubTypes.Type(value = Command.GoOn.class, name = "go-on"),
    @JsonSubTypes.Type(value = Command.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Command.Abort.class, name = "abort")
})
sealed interface Command {

    /** The run that it is about, in 16 hexadecimal digits. */
    String run();

    /**
     * The plan of a run. Nothing is started.
     *
     * @param workload a workload file of our own format, with all that it says resolved
     * @param share of the producers and consumers
     * @param acceptAnyRun as in {@link dev.dyno.load.RunPlan}
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
            implements Command {}

    /** Connect. */
    record Begin(String run) implements Command {}

    /**
     * When the load is to start; comes before the {@link GoOn} of {@link Stage#START}.
     *
     * @param atNs on the worker's clock
     * @param shiftsNs to be added to the times of each producer, to have them on the worker's clock
     */
    record Start(String run, long atNs, long[] shiftsNs) implements Command {}

    /** All have reached that stage. */
    record GoOn(String run, Stage stage) implements Command {}

    /** End the load in good order. */
    record Stop(String run) implements Command {}

    /** End the run at once. */
    record Abort(String run, String cause) implements Command {}

    /**
     * The answer to {@link Prepare}: the plan can be carried out.
     *
     * @param clock names the clock of the worker: two with the same one need no correction
     */
    record Ready(String clock) {}
}
