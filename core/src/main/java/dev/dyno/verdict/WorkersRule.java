package dev.dyno.verdict;

import dev.dyno.result.Latency;
import dev.dyno.result.WorkerShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether several workers made one load, and their times can be merged. */
final class WorkersRule implements Rule {

    /** A start this late shifts the first seconds of one worker's load against those of the others. */
    private static final long START_LATE_NS = 50_000_000;

    /** A median of less than so many times the bound of the clocks is off by more than a quarter, for all that is known. */
    private static final long NEAR_BOUND = 4;

    @Override
    public List<String> codes() {
        return List.of("late-start", "clock-bound");
    }

    @Override
    public List<Finding> look(Facts seen) {
        List<WorkerShare> workers = seen.run().workers();
        List<Finding> found = new ArrayList<>();
        for (WorkerShare worker : workers) {
            if (worker.startLatenessNs() > START_LATE_NS) {
                found.add(Finding.suspect(
                        "late-start",
                        "worker %s started %.1f ms after the instant that was agreed; give it processors of its own",
                        worker.name(),
                        worker.startLatenessNs() / 1e6));
            }
        }
        clockBound(seen, WorkerShare.clockBoundNs(workers)).ifPresent(found::add);
        return found;
    }

    private static Optional<Finding> clockBound(Facts seen, long boundNs) {
        return seen.run()
                .latencies()
                .get(Latency.END_TO_END)
                .or(() -> seen.run().latencies().get(Latency.TRANSFER))
                .map(histogram -> histogram.getValueAtPercentile(50))
                .filter(median -> boundNs > 0 && median < NEAR_BOUND * boundNs)
                .map(median -> Finding.suspect(
                        "clock-bound",
                        "the median of the end-to-end time is %.1f us, and the clocks of the workers may differ by %.1f us"
                                + " more or less than was measured; give producers and consumers the same machine, or the machines"
                                + " a quieter network",
                        median / 1e3,
                        boundNs / 1e3));
    }
}
