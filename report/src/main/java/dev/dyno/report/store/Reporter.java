package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import java.io.IOException;

/**
 * Takes the intervals of a run as they are complete, then its result.
 *
 * <p>Assumptions and guarantees: called from one thread at a time; {@code onInterval} in the order of the intervals, {@code
 * onResult} once after the last, also when the run failed or was stopped. A reporter that throws is reported once and left
 * out from then on; the others go on.
 */
public interface Reporter extends AutoCloseable {

    /**
     * The load begins.
     *
     * @param begun all that is known of the run by then; it has no numbers, and no verdict yet
     */
    default void onBegin(RunResult begun) throws IOException {}

    void onInterval(Interval interval) throws IOException;

    /** A sample of what is used beside the load; those of one subject come in order, some time after their end. */
    default void onResources(ResourceSample sample) throws IOException {}

    void onResult(RunResult result) throws IOException;

    /** Closes what the reporter has opened: nothing, where it was given its output. */
    @Override
    default void close() throws IOException {}
}
