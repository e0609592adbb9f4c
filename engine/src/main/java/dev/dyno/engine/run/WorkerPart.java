package dev.dyno.engine.run;

import dev.dyno.engine.record.Contribution;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a worker's part in a run when that is over.
 *
 * @param who it was
 * @param clock of it
 * @param producers how many it had connected
 * @param consumers how many it had connected
 * @param contribution as it has told; empty if it was lost before that
 * @param lost how it went, to stand after its name
 * @param total counts of the whole run: of the intervals that came from it, and, if it was lost, those that others have seen
 * @param measured counts of its intervals of the measured phase
 * @param measuredNs length of those
 * @param completeNs up to when its part of the load is complete, from the start of the load
 * @param reportsMissing how many of its reports did not come
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

    /** As messages name it. */
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
