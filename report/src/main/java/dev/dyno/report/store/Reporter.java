package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import java.io.IOException;

/**
 * Receives the intervals of a run as they are completed, then its result.
 *
 * <p>Assumptions and guarantees: called from one thread at a time; {@code onInterval} in the order of the intervals,
 * {@code onResult} once after the last, also when the run failed or was stopped. A reporter that throws is reported once and not
 * called any longer; the others continue.
 */
public interface Reporter extends AutoCloseable {

    /**
     * Called when the load begins.
     *
     * @param begun everything known of the run so far, without numbers and verdict
     */
    default void onBegin(RunResult begun) throws IOException {}

    default void onInterval(Interval interval) throws IOException {}

    /** Called for a sample of resources. The samples of one subject come in order, each some time after its end. */
    default void onResources(ResourceSample sample) throws IOException {}

    /** Called before the result of a run that has just ended, with its seconds; not called for a stored run. */
    default void onSeconds(RunTimeSeries seconds) throws IOException {}

    default void onResult(RunResult result) throws IOException {}

    /** Closes everything that the reporter has opened, but no output that it was given. */
    @Override
    default void close() throws IOException {}
}
