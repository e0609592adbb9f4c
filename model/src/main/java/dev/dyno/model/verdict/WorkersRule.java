package dev.dyno.model.verdict;

import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.WorkerShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether several workers made one load, all their reports are in it, and their times can be merged. */
final class WorkersRule {

    /** Delay of a start in ns from which the first seconds of one worker's load are shifted against the others'. */
    static final long START_LATE_NS = 50_000_000;

    /** Multiple of the clocks' bound below which a median may be off by more than a quarter. */
    static final long NEAR_BOUND = 4;

    private WorkersRule() {}

    static List<Finding> look(RunEvidence seen) {
        List<WorkerShare> workers = seen.run().workers();
        List<WorkerReasons.Of> reasons = new ArrayList<>();
        for (WorkerShare worker : workers) {
            Stream.of(lost(worker), missing(worker), late(worker))
                    .flatMap(Optional::stream)
                    .flatMap(found -> found.reason().stream())
                    .forEach(reason -> reasons.add(new WorkerReasons.Of(worker.name(), reason)));
        }
        List<Finding> found = new ArrayList<>(
                WorkerReasons.merge(reasons, names -> "each of the workers " + WorkerReasons.names(names)).stream()
                        .map(Finding::of)
                        .toList());
        clockBound(seen, WorkerShare.clockBoundNs(workers)).ifPresent(found::add);
        return found;
    }

    private static Optional<Finding> lost(WorkerShare worker) {
        return worker.lost()
                .map(how -> Finding.invalid(
                        "worker-lost",
                        "PARTIAL: %s %s; its part is complete for the first %d s, what it did after that is unknown, and"
                                + " rates and percentiles are without it; run it again",
                        WorkerReasons.WORKER,
                        how,
                        worker.completeNs() / 1_000_000_000));
    }

    private static Optional<Finding> missing(WorkerShare worker) {
        if (worker.reportsMissing() > 0) {
            return Optional.of(Finding.invalid(
                    "reports-missing",
                    "%s of %s did not come; run it again",
                    Plural.count(worker.reportsMissing(), "report", "reports"),
                    WorkerReasons.WORKER));
        }
        return worker.counted()
                .filter(counted -> !counted.equals(worker.totals()))
                .map(counted -> Finding.invalid(
                        "reports-missing",
                        "%s counted %s sent and %,d received, and reported %,d and %,d; run it again",
                        WorkerReasons.WORKER,
                        Plural.count(counted.sent(), "message", "messages"),
                        counted.received(),
                        worker.totals().sent(),
                        worker.totals().received()));
    }

    private static Optional<Finding> late(WorkerShare worker) {
        return worker.startLatenessNs() <= START_LATE_NS
                ? Optional.empty()
                : Optional.of(Finding.suspect(
                        "late-start",
                        "%s started %.1f ms after the instant that was agreed; give it processors of its own",
                        WorkerReasons.WORKER,
                        worker.startLatenessNs() / 1e6));
    }

    private static Optional<Finding> clockBound(RunEvidence seen, long boundNs) {
        return seen.run()
                .latencies()
                .get(Latency.END_TO_END)
                .or(() -> seen.run().latencies().get(Latency.TRANSFER))
                .map(histogram -> histogram.getValueAtPercentile(50))
                .filter(median -> boundNs > 0 && median < NEAR_BOUND * boundNs)
                .map(median -> Finding.suspect(
                        "clock-bound",
                        "the median of end-to-end is %.1f us, and the clocks of the workers may differ by %.1f us"
                                + " more or less than was measured; give producers and consumers the same machine, or the machines"
                                + " a quieter network",
                        median / 1e3,
                        boundNs / 1e3));
    }
}
