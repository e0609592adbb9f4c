package dev.dyno.engine.run;

import dev.dyno.engine.record.Contribution;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Optional;

/**
 * A worker's part in a finished run.
 *
 * @param who identity of the worker
 * @param clock of the worker
 * @param producers number of producers that it connected
 * @param consumers number of consumers that it connected
 * @param contribution as reported; empty if it was lost before
 * @param lost how it was lost, in words that follow its name
 * @param total counts of the whole run: of its intervals and, if it was lost, of its messages that others have seen
 * @param measured counts of its intervals of the measured phase
 * @param measuredNs length of those intervals
 * @param completeNs time up to which its part of the load is complete, from the start of the load
 * @param reportsMissing number of its reports that were lost
 */
record WorkerPart(
        JointRun.Who who,
        JointRun.Clock clock,
        int producers,
        int consumers,
        Optional<Contribution> contribution,
        Optional<String> lost,
        Counts total,
        Counts measured,
        long measuredNs,
        long completeNs,
        long reportsMissing) {

    /** Name of the worker in messages. */
    String name() {
        return "worker " + who.name();
    }

    WorkerShare share() {
        return new WorkerShare(
                who.name(),
                who.host(),
                state(),
                completeNs,
                producers,
                consumers,
                total,
                measured,
                measuredNs,
                contribution.map(Contribution::startLatenessNs).orElse(0L),
                contribution.flatMap(Contribution::sendDelayP99Ns),
                contribution.map(Contribution::usage).orElse(WorkerUsage.NONE),
                clock.offsetNs(),
                clock.boundNs(),
                lost,
                contribution.map(Contribution::totals),
                reportsMissing,
                contribution.map(Contribution::machine).orElse(List.of()));
    }

    private WorkerShare.State state() {
        if (contribution.isEmpty()) {
            return lost.isPresent() ? WorkerShare.State.LOST : WorkerShare.State.NOT_BEGUN;
        }
        return contribution.get().outcome().success() ? WorkerShare.State.COMPLETE : WorkerShare.State.FAILED;
    }
}
