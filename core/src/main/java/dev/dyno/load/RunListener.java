package dev.dyno.load;

import dev.dyno.result.Interval;

/**
 * Follows a run while it goes on.
 *
 * <p>Assumptions and guarantees: {@link #onInterval} in order, one at a time; {@link #onNote} on any thread. Both must be
 * short.
 */
public interface RunListener {

    /** An interval is complete. */
    void onInterval(Interval interval);

    /** Something the user should know, in one sentence. */
    void onNote(String sentence);
}
