package dev.dyno.report.console;

import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.ResourceSummary.Values;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resources used in the measured phase: at most two lines for each subject, without workers, which have lines of their own. */
final class ResourceLines {

    /** Maximum number of metrics outside the catalogue: the files have more. */
    private static final int MAX_OTHERS = 3;

    private ResourceLines() {}

    static String of(RunResult result) {
        StringBuilder text = new StringBuilder();
        for (ResourceSummary summary : result.resources()) {
            String subject = summary.subject();
            if (subject.equals(ResourceSample.HOST) || ResourceSample.isOfHost(subject)) {
                host(summary, text);
            } else if (!subject.equals(ResourceSample.WORKER) && !ResourceSample.isOfWorker(subject)) {
                broker(summary, text);
            }
        }
        return text.toString();
    }

    private static void broker(ResourceSummary s, StringBuilder text) {
        List<String> first = new ArrayList<>();
        s.get(ResourceMetric.RSS).ifPresent(v -> first.add("RSS " + Unit.BYTES.text(v.max()) + " max"));
        s.get(ResourceMetric.CPU)
                .ifPresent(v -> first.add(line("CPU %.2f cores", v.mean())
                        + perMessage(s, ResourceSummary.CPU_US, us -> Unit.NANOSECONDS.text(us * 1e3))));
        s.get(ResourceMetric.HEAP_USED).ifPresent(v -> first.add("heap " + Unit.BYTES.text(v.max()) + " max"));
        collections(s).ifPresent(first::add);
        s.get(ResourceMetric.QUEUED).ifPresent(v -> first.add(line("%,.0f messages queued max", v.max())));
        List<String> second = new ArrayList<>();
        s.get(ResourceMetric.WRITE)
                .flatMap(Values::total)
                .ifPresent(total -> second.add("written " + Unit.BYTES.text(total)
                        + perMessage(s, ResourceSummary.WRITE_BYTES, Unit.BYTES::text)));
        s.get(ResourceMetric.READ)
                .flatMap(Values::total)
                .ifPresent(total -> second.add("read " + Unit.BYTES.text(total)));
        s.get(ResourceMetric.THREADS).ifPresent(v -> second.add(line("%.0f threads max", v.max())));
        s.get(ResourceMetric.OPEN_FILES).ifPresent(v -> second.add(line("%.0f open files max", v.max())));
        s.metrics().entrySet().stream()
                .filter(metric -> ResourceMetric.find(metric.getKey()).isEmpty())
                .limit(MAX_OTHERS)
                .forEach(metric -> second.add(
                        line("%s %.4g mean", metric.getKey(), metric.getValue().mean())));
        append(s.subject(), first, text);
        append(first.isEmpty() ? s.subject() : "", second, text);
    }

    private static Optional<String> collections(ResourceSummary s) {
        Optional<Double> count = s.get(ResourceMetric.GC_COUNT).flatMap(Values::total);
        Optional<Double> seconds = s.get(ResourceMetric.GC_TIME).flatMap(Values::total);
        return count.flatMap(number -> seconds.map(time -> line("GC %.0f in ", number)
                + Unit.NANOSECONDS.text(time * 1e9)
                + s.get(ResourceMetric.GC_THROUGHPUT)
                        .map(percent -> line(" (throughput %.2f %%)", percent.mean()))
                        .orElse("")));
    }

    private static void host(ResourceSummary s, StringBuilder text) {
        List<String> parts = new ArrayList<>();
        s.get(ResourceMetric.CPU).ifPresent(v -> parts.add(line("%.2f cores busy", v.mean())));
        s.get(ResourceMetric.CPU_STOLEN)
                .filter(v -> v.mean() >= 0.005)
                .ifPresent(v -> parts.add(line("%.2f stolen", v.mean())));
        s.get(ResourceMetric.RUN_QUEUE).ifPresent(v -> parts.add(line("run queue %.1f mean", v.mean())));
        s.get(ResourceMetric.DISK_WRITE).ifPresent(v -> parts.add("disk " + Unit.BYTES.text(v.mean()) + "/s written"));
        s.get(ResourceMetric.DISK_READ).ifPresent(v -> parts.add(Unit.BYTES.text(v.mean()) + "/s read"));
        s.get(ResourceMetric.DISK_BUSY).ifPresent(v -> parts.add(line("%.0f %% busy", v.mean())));
        append(s.subject(), parts, text);
    }

    private interface Format {
        String of(double value);
    }

    private static String perMessage(ResourceSummary s, String name, Format format) {
        Double value = s.perMessage().get(name);
        return value == null ? "" : " (" + format.of(value) + " a message)";
    }

    private static void append(String label, List<String> parts, StringBuilder text) {
        if (!parts.isEmpty()) {
            text.append(line("%-11s %s\n", label, String.join(", ", parts)));
        }
    }
}
