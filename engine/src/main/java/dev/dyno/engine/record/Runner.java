package dev.dyno.engine.record;

import dev.dyno.model.result.RunResult;

/**
 * Puts a workload on a broker and measures it.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop} and {@link #fail} from any thread, at any time.
 */
public interface Runner {

    /** Runs the plan to its end. Never throws for an error of a broker or driver: a failure is an outcome of the result. */
    RunResult run();

    /**
     * Ends the load now; messages in flight are drained, and the result is complete. A second call, or one after the load, ends
     * the drain, too.
     */
    void stop();

    /**
     * Ends the run as failed, at once, without waiting for messages in flight.
     *
     * @param cause one sentence
     */
    void fail(String cause);
}
