package dev.dyno.report.console;

import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerShare.State;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** One line about each of several workers, and how far their clocks can be trusted. */
final class WorkersTable {

    private static final String HEAD = "%-20s %-16s %10s %10s %6s %9s %8s %10s %10s  %s\n";
    private static final String ROW = "%-20s %-16s %,10.0f %,10.0f %6s %9s %8s %10s %10s  %s\n";

    private static final long NS_PER_S = 1_000_000_000;

    private WorkersTable() {}

    /** The table; empty for a run in one process. */
    static String of(RunResult result) {
        List<WorkerShare> workers = result.workers();
        if (workers.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("workers\n");
        text.append(line(
                "  " + HEAD,
                "name",
                "host",
                "sent/s",
                "received/s",
                "cores",
                "RSS max",
                "GC s",
                "delay p99",
                "start us",
                "clock"));
        for (WorkerShare worker : workers) {
            double seconds = worker.measuredNs() / 1e9;
            text.append(line(
                    "  " + ROW,
                    worker.name(),
                    worker.host(),
                    perSecond((double) worker.measured().sent(), seconds),
                    perSecond((double) worker.measured().received(), seconds),
                    ofUsage(worker, usage -> line("%.2f", usage.cpuSeconds() / usage.seconds())),
                    result.resources(ResourceSample.ofWorker(worker.name()))
                            .flatMap(used -> used.get(ResourceMetric.RSS))
                            .map(rss -> ResourceLines.bytes(rss.max()))
                            .orElse("-"),
                    ofUsage(worker, usage -> line("%.3f", usage.gcSeconds())),
                    worker.sendDelayP99Ns().map(ns -> line("%.3f ms", ns / 1e6)).orElse("-"),
                    worker.usage().seconds() > 0 ? line("%.1f", worker.startLatenessNs() / 1e3) : "-",
                    clock(worker)));
            if (worker.state() != State.COMPLETE) {
                text.append(
                        line("    %s: complete for the first %d s\n", state(worker), worker.completeNs() / NS_PER_S));
            }
        }
        long boundNs = WorkerShare.clockBoundNs(workers);
        if (boundNs > 0) {
            text.append(
                    line("  end-to-end latencies from one clock to another are good to +-%.1f us\n", boundNs / 1e3));
        }
        return text.toString();
    }

    /**
     * Number of workers, those that left before the end, and how far their clocks can be trusted; empty for a run in one process.
     */
    static Optional<String> inOne(RunResult result) {
        List<WorkerShare> workers = result.workers();
        if (workers.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(line("%d", workers.size()));
        List<WorkerShare> others = workers.stream()
                .filter(worker -> worker.state() != State.COMPLETE)
                .toList();
        text.append(others.isEmpty() ? ", all complete" : "");
        others.forEach(worker ->
                text.append(line(", %s %s after %d s", worker.name(), state(worker), worker.completeNs() / NS_PER_S)));
        long boundNs = WorkerShare.clockBoundNs(workers);
        if (boundNs > 0) {
            text.append("; clocks good to ±").append(Unit.NANOSECONDS.text((double) boundNs));
        }
        return Optional.of(text.toString());
    }

    private static String state(WorkerShare worker) {
        return worker.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A figure of a worker's use; a dash for a lost worker, which did not report it. */
    private static String ofUsage(WorkerShare worker, Function<WorkerUsage, String> figure) {
        return worker.usage().seconds() > 0 ? figure.apply(worker.usage()) : "-";
    }

    private static String clock(WorkerShare worker) {
        return worker.clockBoundNs() == 0
                ? "the same"
                : line("%+.1f +-%.1f us", worker.clockOffsetNs() / 1e3, worker.clockBoundNs() / 1e3);
    }

    private static double perSecond(double events, double seconds) {
        return seconds > 0 ? events / seconds : 0;
    }
}
