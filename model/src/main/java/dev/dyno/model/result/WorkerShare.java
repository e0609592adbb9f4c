package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Share of one of several workers in a run.
 *
 * @param host machine that the worker runs on
 * @param state whether the worker stayed to the end
 * @param completeNs time up to which the worker's part of the load is complete, from the start of the load
 * @param totals counts of the whole run as the worker reported them; received ones include repeated deliveries, if the first
 *     went to another worker. For a lost worker, counts up to its last report
 * @param measured counts of the events inside the measured phase, as the worker reported them
 * @param measuredNs length of the measured phase at this worker; for a lost worker until its last report
 * @param startLatenessNs delay of the start of its load after the agreed instant
 * @param sendDelayP99Ns of the measured phase; empty without a schedule
 * @param usage resources that the worker used in the measured phase
 * @param clockOffsetNs the worker's clock minus the coordinator's
 * @param clockBoundNs largest error of the offset, to either side; 0 if both have the same clock
 * @param lost cause of the worker's leaving, in words that follow its name; empty if it stayed until its part ended
 * @param counted counts of the whole run by the worker's own last report, equal to {@code totals} if all its reports arrived;
 *     empty if there was none
 * @param reportsMissing number of the worker's reports that were lost
 * @param reasons causes, on the worker's own machine, not to trust its numbers; the verdict has those of all workers merged
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
        /** The whole part of the worker is in the result. */
        COMPLETE,
        /** The worker ended by itself and gave the cause: the run has failed. */
        FAILED,
        /** The worker left before the end. */
        LOST,
        /** The run ended before the worker's part began. */
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
