package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.WorkerShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that no worker of a load was lost or late, that all reports arrived, and that the clocks can be compared. */
final class WorkersRule {

    /** Delay of a start in ns above which the first seconds of a worker's load lag noticeably behind those of the others. */
    static final long START_LATE_NS = 50_000_000;

    private WorkersRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        List<WorkerShare> workers = evidence.run().workers();
        Map<String, List<Finding>> own = new LinkedHashMap<>();
        workers.forEach(worker -> Stream.of(lost(worker), missing(worker), late(evidence, worker))
                .flatMap(Optional::stream)
                .forEach(finding -> own.computeIfAbsent(worker.name(), name -> new ArrayList<>())
                        .add(finding)));
        List<Finding> found = new ArrayList<>(WorkerReasons.merge(own));
        clockBound(evidence).ifPresent(found::add);
        return found;
    }

    private static Optional<Finding> lost(WorkerShare worker) {
        return worker.lost()
                .map(how -> Finding.invalid(
                        "worker-lost", Value.text("how", how), Value.ns("complete", worker.completeNs())));
    }

    private static Optional<Finding> missing(WorkerShare worker) {
        if (worker.reportsMissing() > 0) {
            return Optional.of(Finding.invalid(
                    "reports-missing",
                    Value.text("what", "reports-missing.some"),
                    Value.count("reports", worker.reportsMissing())));
        }
        return worker.counted()
                .filter(counted -> !counted.equals(worker.totals()))
                .map(counted -> Finding.invalid(
                        "reports-missing",
                        Value.text("what", "reports-missing.counted"),
                        Value.count("sent", counted.sent()),
                        Value.count("received", counted.received()),
                        Value.count("reportedSent", worker.totals().sent()),
                        Value.count("reportedReceived", worker.totals().received())));
    }

    /** Note on a late start; empty for a delay within the warm-up, which affects nothing that is measured. */
    private static Optional<Finding> late(RunEvidence evidence, WorkerShare worker) {
        return worker.startLatenessNs()
                        <= Math.max(START_LATE_NS, evidence.run().warmupNs())
                ? Optional.empty()
                : Optional.of(Finding.note("late-start", Value.ns("late", worker.startLatenessNs())));
    }

    /** Finding if the error between two clocks is large compared with the median; higher percentiles have marks instead. */
    private static Optional<Finding> clockBound(RunEvidence evidence) {
        Marks marks = Marks.of(evidence.run());
        return evidence.run()
                .latencies()
                .percentile(evidence.headline(), Percentile.P50.percent())
                .filter(median -> marks.clock(evidence.headline(), median).isPresent())
                .map(median -> Finding.suspect(
                        "clock-bound", Value.ns("median", median.lowNs()), Value.ns("bound", marks.clockBoundNs())));
    }
}
