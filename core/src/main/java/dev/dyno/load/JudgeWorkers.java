package dev.dyno.load;

import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.WorkerShare;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Whether several workers made one load, and their times can be put together. */
final class JudgeWorkers {

    /** A start this late shifts the first seconds of one worker's load against those of the others. */
    private static final long START_LATE_NS = 50_000_000;

    /** A median of less than so many times the bound of the clocks is off by more than a quarter, for all that is known. */
    private static final long NEAR_BOUND = 4;

    private final List<WorkerShare> workers;
    private final Latencies latencies;
    private final Reasons found;

    JudgeWorkers(List<WorkerShare> workers, Latencies latencies, Reasons found) {
        this.workers = workers;
        this.latencies = latencies;
        this.found = found;
    }

    void judge() {
        for (WorkerShare worker : workers) {
            if (worker.startLatenessNs() > START_LATE_NS) {
                found.add(
                        Level.SUSPECT,
                        "late-start",
                        "worker %s started %.1f ms after the instant that was agreed; give it processors of its own",
                        worker.name(),
                        worker.startLatenessNs() / 1e6);
            }
        }
        long boundNs = WorkerShare.clockBoundNs(workers);
        latencies
                .get(Latency.END_TO_END)
                .or(() -> latencies.get(Latency.TRANSFER))
                .map(JudgeWorkers::medianNs)
                .filter(median -> boundNs > 0 && median < NEAR_BOUND * boundNs)
                .ifPresent(median -> found.add(
                        Level.SUSPECT,
                        "clock-bound",
                        "the median of the end-to-end time is %.1f us, and the clocks of the workers may differ by %.1f us"
                                + " more or less than was measured; give producers and consumers the same machine, or the machines"
                                + " a quieter network",
                        median / 1e3,
                        boundNs / 1e3));
    }

    private static long medianNs(Histogram histogram) {
        return histogram.getValueAtPercentile(50);
    }
}
