package dev.dyno.engine.record;

import dev.dyno.model.result.RunResult;

/**
 * Puts a workload on a broker and measures it.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop} and {@link #fail} from any thread, at any time.
 */
public interface Runner {

    /** Runs the plan to its end. Never throws for what a broker or a driver does: a failure is an outcome of the result. */
    RunResult run();

    /**
     * Ends the load now; what is under way is drained, and the result is complete. The second time, or after the load, nothing more
     * is waited for.
     */
    void stop();

    /**
     * Ends the run as failed, at once: nothing that is under way is waited for.
     *
     * @param cause one sentence
     */
    void fail(String cause);
}
