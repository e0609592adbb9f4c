package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import dev.dyno.driver.UnavailableException;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Reconnector;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.engine.record.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * Context of a send loop: run, clock and recorder, with methods that record what the loop did and handle a failed send.
 *
 * <p>Assumptions and guarantees: all methods from any thread; recording takes the recorder's lock.
 *
 * @param time clock of this loop
 * @param recorder of this loop, or shared with other loops
 * @param failureEndsRun whether a send that fails ends the run
 */
record SendContext(RunContext run, TimeSource time, Recorder recorder, boolean failureEndsRun) {

    /**
     * Longest wait of a producer after a failed send, in ns, because the loss of its connection may be reported later; 0 if
     * connections are not replaced. If failed sends end the run, the loss or the failure has been reported by the end of the
     * wait.
     */
    long waitAfterFailureNs() {
        return !reconnects() ? 0 : failureEndsRun ? Reconnector.SUSPICION_NS : SendLoop.FAILED_RETRY_NS;
    }

    /** Whether broken connections are replaced. */
    boolean reconnects() {
        return run.reconnector().isAsked();
    }

    /** New finder of the longest gap between a producer's acknowledgements; null where no fault is expected. */
    @Nullable
    LongestGap newGap() {
        return run.faultLog().isWatching() ? new LongestGap(run.faultLog()) : null;
    }

    /** Records missed slots of the schedule, which are not sent; {@code waited} = they were missed in a wait for the broker. */
    void skipped(long nowNs, long slots, boolean waited) {
        synchronized (recorder) {
            recorder.skipped(nowNs, slots, waited);
        }
    }

    /** Counts a due message that has to wait for the broker, or had to before it was sent. */
    void blocked(long nowNs) {
        synchronized (recorder) {
            recorder.blocked(nowNs);
        }
    }

    /** Records failed sends; their messages are in doubt. */
    void failed(long nowNs, long messages) {
        synchronized (recorder) {
            recorder.failed(nowNs, messages);
        }
        run.faultLog().inDoubt(nowNs, messages);
    }

    /**
     * Handles a failed send. If the destination is unavailable for a time and connections are replaced, reports the connection as
     * broken. Otherwise fails the run if failed sends end it, unless the connection turns out to be broken; if they do not,
     * stores the cause, if it is the first.
     */
    void handleFailure(Throwable cause, ReplaceableConnection.Session session) {
        if (cause instanceof UnavailableException && reconnects()) {
            session.broke(cause);
        } else if (failureEndsRun) {
            session.sendFailed(cause);
        } else {
            run.failure().counted(cause);
        }
    }
}
