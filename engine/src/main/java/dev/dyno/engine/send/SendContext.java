package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import dev.dyno.driver.UnavailableException;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.Link;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * What the send loops of a producer group stand in: the run's time and timeline, where they note what they did, and what
 * follows from a failure.
 *
 * <p>Assumptions and guarantees: any thread may note; a note takes the recorder's lock.
 *
 * @param recorder of this loop, or shared with others
 * @param failure what ends the run
 * @param failureEndsRun whether a send that fails ends the run
 * @param reconnects whether broken connections are replaced
 */
record SendContext(
        TimeSource time,
        Timeline timeline,
        Recorder recorder,
        Failure failure,
        FaultLog faults,
        boolean failureEndsRun,
        boolean reconnects) {

    /** What watches a producer's acknowledgements; null where no fault is to be expected. */
    @Nullable
    LongestGap newGap() {
        return faults.isWatching() ? new LongestGap(faults) : null;
    }

    /** Slots of the schedule have been missed, and nothing is sent for them. */
    void skipped(long nowNs, long slots) {
        synchronized (recorder) {
            recorder.skipped(nowNs, slots);
        }
    }

    /** A message is due and cannot be sent yet. */
    void blocked(long nowNs) {
        synchronized (recorder) {
            recorder.blocked(nowNs);
        }
    }

    /** Sends have failed: whether their messages have come to the broker is in doubt. */
    void failed(long nowNs, long messages) {
        synchronized (recorder) {
            recorder.failed(nowNs, messages);
        }
        faults.inDoubt(nowNs, messages);
    }

    /**
     * Replaces a connection whose destination cannot be used for a time, or ends the run for a failed send, if it is to; otherwise
     * keeps the cause of the first.
     */
    void endFor(Throwable cause, Link.Session session) {
        if (cause instanceof UnavailableException && reconnects()) {
            session.broke(cause);
        } else if (failureEndsRun) {
            session.sendFailed(cause);
        } else {
            failure.counted(cause);
        }
    }
}
