package dev.dyno.report.console;

import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerShare.State;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** One line about each of several workers, and how far their clocks can be trusted. */
final class WorkersTable {

    private static final long NS_PER_S = 1_000_000_000;

    private WorkersTable() {}

    /** The table, and the bound of times between clocks; empty for a run in one process. */
    static List<String> of(RunResult result) {
        List<WorkerShare> workers = result.workers();
        if (workers.isEmpty()) {
            return List.of();
        }
        List<Column<WorkerShare>> columns = List.of(
                Column.of("worker", WorkerShare::name),
                Column.of("host", WorkerShare::host),
                Column.of(
                        "sent/s", worker -> perSecond(worker, worker.measured().sent())),
                Column.of(
                        "received/s",
                        worker -> perSecond(worker, worker.measured().received())),
                ofUsage("cores", usage -> line("%.2f", usage.cpuSeconds() / usage.seconds())),
                new Column<>("RSS max", worker -> result.resources(ResourceSample.ofWorker(worker.name()))
                        .flatMap(used -> used.get(ResourceMetric.RSS))
                        .map(rss -> Unit.BYTES.text(rss.max()))),
                ofUsage("in GC", usage -> Unit.NANOSECONDS.text(usage.gcSeconds() * 1e9)),
                new Column<>("delay p99", worker -> worker.sendDelayP99Ns().map(WorkersTable::time)),
                new Column<>("start", worker -> Optional.of(time(worker.startLatenessNs()))
                        .filter(late -> worker.usage().seconds() > 0)),
                Column.of("clock", WorkersTable::clock),
                Column.of("", WorkersTable::left));
        List<String> lines = new ArrayList<>(Grid.of(workers, columns).lines(column -> column > 1 && column < 9));
        long boundNs = WorkerShare.clockBoundNs(workers);
        if (boundNs > 0) {
            lines.add("end-to-end latencies from one clock to another are good to ±" + time(boundNs));
        }
        return lines;
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
            text.append("; clocks good to ±").append(time(boundNs));
        }
        return Optional.of(text.toString());
    }

    private static String state(WorkerShare worker) {
        return worker.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** State of a worker that left before the end, and the seconds for which it is complete; empty for a worker that stayed. */
    private static String left(WorkerShare worker) {
        return worker.state() == State.COMPLETE
                ? ""
                : line("%s: complete for the first %d s", state(worker), worker.completeNs() / NS_PER_S);
    }

    /** Column with a figure of a worker's use of resources; unknown for a lost worker, which did not report it. */
    private static Column<WorkerShare> ofUsage(String name, Function<WorkerUsage, String> figure) {
        return new Column<>(name, worker -> Optional.of(worker.usage())
                .filter(usage -> usage.seconds() > 0)
                .map(figure));
    }

    private static String clock(WorkerShare worker) {
        return worker.clockBoundNs() == 0
                ? "the same"
                : Unit.NANOSECONDS.signed((double) worker.clockOffsetNs()) + " ±" + time(worker.clockBoundNs());
    }

    private static String time(long ns) {
        return Unit.NANOSECONDS.text((double) ns);
    }

    private static String perSecond(WorkerShare worker, long events) {
        return Unit.PER_SECOND.text(worker.measuredNs() > 0 ? events * 1e9 / worker.measuredNs() : 0);
    }
}
