package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Share of one of several workers in a run.
 *
 * @param host that it runs on
 * @param state whether it stayed to the end
 * @param completeNs time up to which its part of the load is complete, from the start of the load
 * @param totals counts of the whole run, with repeated deliveries among those received, which a worker alone does not know; for a
 *     lost worker those it reported and those that others have seen
 * @param measured counts of the events inside the measured phase, as it reported them
 * @param measuredNs length of the measured phase at this worker; for a lost worker until its last report
 * @param startLatenessNs delay of the start of its load after the agreed instant
 * @param sendDelayP99Ns of the measured phase; empty without a schedule
 * @param usage resources used by it in the measured phase
 * @param clockOffsetNs its clock minus the coordinator's
 * @param clockBoundNs largest error of the offset, to either side; 0 if it is the same clock
 * @param lost how it left, in words that follow its name; empty if it stayed until its part ended
 * @param counted counts of the whole run by its own last report, equal to {@code totals} if all its reports arrived; empty if
 *     there was none
 * @param reportsMissing number of its reports that were lost
 * @param reasons of its own machine not to trust its numbers; the verdict has those of all workers merged
 */
public record WorkerShare(
        String name,
        String host,
        State state,
        long completeNs,
        int producers,
        int consumers,
        Counts totals,
        Counts measured,
        long measuredNs,
        long startLatenessNs,
        Optional<Long> sendDelayP99Ns,
        WorkerUsage usage,
        long clockOffsetNs,
        long clockBoundNs,
        Optional<String> lost,
        Optional<Counts> counted,
        long reportsMissing,
        List<Finding> reasons) {

    public WorkerShare {
        reasons = List.copyOf(reasons);
    }

    /** End of a worker's part. */
    public enum State {
        /** Its whole part is in the result. */
        COMPLETE,
        /** It ended by itself and gave the cause: the run has failed. */
        FAILED,
        /** It left before the end. */
        LOST,
        /** The run ended before its part began. */
        NOT_BEGUN
    }

    /**
     * Largest error of a time converted from one worker's clock to another's, to either side: the sum of the two widest bounds.
     */
    public static long clockBoundNs(List<WorkerShare> workers) {
        long widest = 0;
        long second = 0;
        for (WorkerShare worker : workers) {
            second = Math.max(second, Math.min(widest, worker.clockBoundNs));
            widest = Math.max(widest, worker.clockBoundNs);
        }
        return widest + second;
    }
}
