package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * What one of several workers has done in a run.
 *
 * @param name of the worker
 * @param host that it runs on
 * @param state whether it was there to the end
 * @param completeNs up to when its part of the load is complete, from the start of the load
 * @param producers how many it had
 * @param consumers how many it had
 * @param totals counts of the whole run; of one that was lost, until its last report
 * @param measured counts of the events inside the measured phase, as it reported them
 * @param measuredNs length of the measured phase at this worker; of one that was lost, until its last report
 * @param startLatenessNs how long after the instant that was agreed its load started
 * @param sendDelayP99Ns of the measured phase; empty without a schedule
 * @param usage what it used in the measured phase
 * @param clockOffsetNs its clock minus the coordinator's
 * @param clockBoundNs how wrong that may be, to either side; 0 if it is the same clock
 * @param lost how it left, to stand after its name; empty if it did not before its part ended
 * @param counted counts of the whole run by its own last word, which are {@code totals} if all its reports came; empty if it had none
 * @param reportsMissing how many of its reports did not come
 * @param reasons not to trust it that lie in its machine, by its own numbers; the verdict has those of all workers merged
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
        List<Verdict.Reason> reasons) {

    public WorkerShare {
        reasons = List.copyOf(reasons);
    }

    /** How a worker's part ended. */
    public enum State {
        /** All of it is in the result. */
        COMPLETE,
        /** It ended by itself, and said why: the run has failed. */
        FAILED,
        /** It was gone before the end. */
        LOST,
        /** The run ended before its part began. */
        NOT_BEGUN
    }

    /** By how much a time from one worker's clock to another's may be wrong, to either side: the two widest bounds. */
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
