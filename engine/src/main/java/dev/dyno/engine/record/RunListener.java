package dev.dyno.engine.record;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;

/**
 * Follows a run while it goes on.
 *
 * <p>Assumptions and guarantees: {@link #onInterval} in order, one at a time; {@link #onResources} one at a time, those of one
 * subject in order; {@link #onNote} on any thread. All may come at the same time, and must be short.
 */
public interface RunListener {

    /**
     * The load begins; on the thread of the run, before the first message.
     *
     * @param begun all that is known of the run by then; it has no numbers, and no verdict yet
     */
    default void onBegin(RunResult begun) {}

    /** An interval is complete. */
    void onInterval(Interval interval);

    /** What a subject used in an interval; comes some time after the end of it. */
    default void onResources(ResourceSample sample) {}

    /** The measured phase begins; on a thread of the clock. Not called where the load ends before. */
    default void onMeasureBegins() {}

    /** The load has ended, and with it the measured phase; on the thread of the run, once the load has begun. */
    default void onLoadEnds() {}

    /** Something the user should know, in one sentence. */
    void onNote(String sentence);
}
