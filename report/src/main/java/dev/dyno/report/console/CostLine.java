package dev.dyno.report.console;

import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.ResourceSummary.Values;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Processors and memory that the load generator and the broker used in the measured phase, and the cost by the price, in one line. */
final class CostLine {

    private CostLine() {}

    /** The line; empty if nothing was measured. */
    static String of(RunResult result) {
        List<String> parts = new ArrayList<>();
        dyno(result).ifPresent(parts::add);
        for (ResourceSummary summary : result.resources()) {
            String subject = summary.subject();
            if (!ResourceSample.isOfHost(subject)
                    && !ResourceSample.isOfWorker(subject)
                    && !List.of(ResourceSample.HOST, ResourceSample.WORKER).contains(subject)) {
                broker(summary).ifPresent(parts::add);
            }
        }
        result.worker().hostBusy().ifPresent(busy -> parts.add(line("host %.0f %% busy", busy * 100)));
        Figures.COST_PER_MILLION
                .of(Numbers.of(result))
                .ifPresent(cost -> parts.add(Unit.NUMBER.text(cost.low()) + " for a million messages"));
        return parts.stream().map(Wrap::joined).collect(Collectors.joining(" · "));
    }

    private static Optional<String> dyno(RunResult result) {
        WorkerUsage worker = result.worker();
        if (worker.seconds() <= 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        boolean counted = worker.cpuSeconds() > 0;
        if (counted) {
            parts.add(line("%.2f cores", worker.cpuSeconds() / worker.seconds()));
        }
        List<String> held = result.configured().processors();
        if (!held.isEmpty()) {
            parts.add("on processor " + String.join(", ", held));
        }
        long messages =
                Math.max(result.measured().acknowledged(), result.measured().received());
        if (counted && messages > 0) {
            parts.add(Unit.NANOSECONDS.text(worker.cpuSeconds() / worker.seconds() * result.measuredNs() / messages)
                    + " a message");
        }
        result.resources(ResourceSample.WORKER)
                .flatMap(used -> used.get(ResourceMetric.RSS))
                .ifPresent(rss -> parts.add(Unit.BYTES.text(rss.max())));
        collections(worker.gcSeconds(), parts);
        return subject("dyno", parts);
    }

    private static Optional<String> broker(ResourceSummary used) {
        List<String> parts = new ArrayList<>();
        used.get(ResourceMetric.CPU).ifPresent(cpu -> parts.add(line("%.2f cores", cpu.mean())));
        Optional.ofNullable(used.perMessage().get(ResourceSummary.CPU_US))
                .ifPresent(us -> parts.add(Unit.NANOSECONDS.text(us * 1e3) + " a message"));
        used.get(ResourceMetric.RSS).ifPresent(memory -> parts.add(Unit.BYTES.text(memory.max())));
        used.get(ResourceMetric.GC_TIME).flatMap(Values::total).ifPresent(seconds -> collections(seconds, parts));
        return subject(used.subject(), parts);
    }

    private static Optional<String> subject(String name, List<String> parts) {
        return parts.isEmpty() ? Optional.empty() : Optional.of(name + " " + String.join(", ", parts));
    }

    private static void collections(double seconds, List<String> parts) {
        if (seconds > 0) {
            parts.add("GC " + Unit.NANOSECONDS.text(seconds * 1e9));
        }
    }
}
