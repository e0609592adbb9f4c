package dev.dyno.engine.record;

import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Fault;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a workload on a broker and measures it.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop}, {@link #finish}, {@link #fail} and {@link
 * #counts} from any thread, at any time; {@link #steer} from one thread at a time.
 */
public interface Runner {

    /** Runs the plan to its end. Never throws for an error of a broker or driver: a failure is an outcome of the result. */
    RunResult run();

    /**
     * Ends the load now; messages in flight are drained, and the result is complete. A second call, or one after the load, ends
     * the drain, too.
     */
    void stop();

    /** Ends the load now, as planned: the run does not count as stopped. */
    void finish();

    /**
     * Ends the run as failed, at once, without waiting for messages in flight.
     *
     * @param cause one sentence
     */
    void fail(String cause);

    /**
     * Changes the rate of the load in progress at the next boundary of intervals that every sender learns of in time; see
     * {@link LiveRate}. Messages due before it and unsent then are dropped and counted as skipped, so that an overload ends with
     * the messages that the broker has.
     *
     * @param perSecond messages a second of all producers of the workload; 0 for a pause
     * @return the change
     * @throws IllegalArgumentException if the workload's rate cannot be changed, with a sentence
     * @throws IllegalStateException if the load has not begun
     */
    LiveRate.Change steer(double perSecond);

    /**
     * Counts so far, the present second included, for a page that shows the load. While it is called, workers report their counts
     * ten times a second.
     */
    default Counts.At counts() {
        return Counts.At.START;
    }

    /**
     * Executes a fault as soon as the one before it is done; a pause or a fault of the network is undone at the end of the load.
     *
     * @throws IllegalArgumentException if the run cannot have that fault, with a sentence
     */
    void disturb(Fault.Action action);

    /**
     * End of the broker's process; empty if it has not ended.
     *
     * @param end completes when the process ends without having been asked to
     * @param failed whether the run failed: the process whose end explains the failure may end a second after its connections
     */
    static Optional<BrokerDeath> death(CompletableFuture<BrokerDeath> end, boolean failed) {
        return end.thenApply(Optional::of)
                .exceptionally(e -> Optional.empty())
                .completeOnTimeout(Optional.empty(), failed ? 1 : 0, TimeUnit.SECONDS)
                .join();
    }
}
