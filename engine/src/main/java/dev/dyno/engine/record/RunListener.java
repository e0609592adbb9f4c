package dev.dyno.engine.record;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;

/**
 * Observer of a run.
 *
 * <p>Assumptions and guarantees: {@link #onInterval} in order, one at a time; {@link #onResources} one at a time, those of one
 * subject in order; {@link #onNote} on any thread. All may be called at the same time, and must be short.
 */
public interface RunListener {

    /**
     * Called when the load begins; on the thread of the run, before the first message.
     *
     * @param begun everything known of the run so far, without numbers and verdict
     */
    default void onBegin(RunResult begun) {}

    /** Called for each complete interval. */
    void onInterval(Interval interval);

    /** Called with a subject's use of resources in an interval, some time after the interval's end. */
    default void onResources(ResourceSample sample) {}

    /** Called when the measured phase begins, on a thread of the clock; not called if the load ends before. */
    default void onMeasureBegins() {}

    /** Called when the load and with it the measured phase have ended, if the load had begun; on the thread of the run. */
    default void onLoadEnds() {}

    /** Called once, with the run second by second, when everything else has ended; not called for one worker's part of a run. */
    default void onSeconds(RunTimeSeries seconds) {}

    /** Called for a note to the user, in one sentence. */
    default void onNote(String sentence) {}
}
