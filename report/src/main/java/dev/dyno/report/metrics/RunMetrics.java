package dev.dyno.report.metrics;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSums;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.store.Reporter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one run after its last complete interval.
 *
 * <p>Assumptions and guarantees: written by one thread at a time, read by any. A reader delays a reporter for about a
 * millisecond, while it looks up percentiles; the text is made outside the lock.
 */
class RunMetrics implements Reporter {

    /** Phase of a run before its first interval. */
    private static final String PREPARE = "prepare";

    /** Phase of a run after its result. */
    private static final String END = "end";

    private final Labels labels;
    private final int deliveries;
    private final IntervalSums sums = new IntervalSums();
    private final Map<String, ResourceMetrics> resources = new LinkedHashMap<>();
    private @Nullable Interval last;
    private @Nullable RunResult result;

    /** @param deliveries number of deliveries owed for each message; 0 = unknown */
    RunMetrics(Subject subject, int deliveries) {
        Labels.Builder all = Labels.builder()
                .label("run", subject.run())
                .label("workload", subject.workload())
                .label("broker", subject.broker())
                .label("driver", subject.driver());
        subject.tags().forEach((name, value) -> all.label("tag_" + name, value));
        this.labels = all.build();
        this.deliveries = deliveries;
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        sums.add(interval);
        last = interval;
    }

    @Override
    public synchronized void onResources(ResourceSample sample) {
        resources
                .computeIfAbsent(sample.subject(), subject -> new ResourceMetrics())
                .add(sample);
    }

    @Override
    public void onResult(RunResult finished) throws IOException {
        synchronized (this) {
            result = finished;
        }
    }

    synchronized boolean isFinal() {
        return result != null;
    }

    synchronized MetricSnapshots collect() {
        Families families = new Families(labels);
        sums(families, sums);
        backlog(families);
        phase(families);
        Optional.ofNullable(last).ifPresent(interval -> {
            families.gauge(
                    "dyno_load_seconds",
                    "From the start of the load to the end of the last complete interval.",
                    interval.endNs() / 1e9);
            interval(families, interval);
            interval.groups().forEach((group, part) -> interval(families.ofGroup(group), part));
        });
        sums.groups().forEach((group, own) -> sums(families.ofGroup(group), own));
        resources.forEach((subject, metrics) -> metrics.addTo(families, subject));
        Optional.ofNullable(result).ifPresent(finished -> result(families, finished));
        return families.build();
    }

    /** Latencies of the measured phase so far by the labels of their series: of the run, and of each group. */
    synchronized Map<Labels, Latencies> latencies() {
        Map<Labels, Latencies> all = new LinkedHashMap<>();
        all.put(labels, sums.latencies());
        sums.groups().forEach((group, own) -> all.put(labels.merge(Labels.of("group", group)), own.latencies()));
        return all;
    }

    /** Counts and latencies of the run, or of a group. */
    private static void sums(Families families, IntervalSums sums) {
        Numbers soFar = Numbers.of(sums.total());
        for (Figure figure : Figures.of(Use.INTERVAL)) {
            // A server of metrics computes rates from counts.
            if (figure.unit() == Unit.COUNT) {
                double events = figure.of(soFar).orElseThrow().low();
                families.counter(
                        "dyno_" + figure.column("", figure.name().equals("negative") ? "_latencies" : "_messages"),
                        sentence(figure.title()),
                        events);
            }
        }
        Latencies latencies = sums.latencies();
        for (Latency latency : latencies.percentiles().keySet()) {
            families.summary(
                    "dyno_latency_seconds",
                    "Latencies of the messages intended in the measured phase so far; unfinished ones by their lower bounds.",
                    latencies.lowerEnds(latency).orElseThrow(),
                    "latency",
                    latency.tag());
        }
        latencies
                .unfinishedAsMap()
                .forEach((latency, histogram) -> families.gauge(
                        "dyno_latency_unfinished_messages",
                        "Messages of the measured phase of whose latency only a lower bound is known: unsent,"
                                + " unacknowledged or undelivered at the end.",
                        histogram.getTotalCount(),
                        "latency",
                        latency.tag()));
    }

    private void backlog(Families families) {
        Counts counts = sums.total();
        if (deliveries > 0) {
            families.gauge(
                    "dyno_backlog_messages",
                    "Deliveries of acknowledged messages that have not been received.",
                    Math.max(0, counts.acknowledged() * deliveries - counts.received()));
        }
    }

    private static String sentence(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1) + '.';
    }

    private void phase(Families families) {
        String now = result != null ? END : last != null ? word(last.phase()) : PREPARE;
        Stream<String> ofLoad = Stream.of(Interval.Phase.values()).map(RunMetrics::word);
        Stream.of(Stream.of(PREPARE), ofLoad, Stream.of(END))
                .flatMap(phases -> phases)
                .forEach(phase -> families.gauge(
                        "dyno_phase",
                        "Phase of the run: 1 for the one it is in, 0 for the others.",
                        now.equals(phase) ? 1.0 : 0.0,
                        "phase",
                        phase));
    }

    private static String word(Interval.Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }

    private static void interval(Families families, Interval interval) {
        Latencies shown = interval.shown();
        shown.percentiles()
                .keySet()
                .forEach(latency -> families.quantiles(
                        "dyno_interval_latency_seconds",
                        "Latencies of the last complete interval, which is a second; in the warm-up those of its messages."
                                + " Unfinished ones by their lower bounds.",
                        shown.lowerEnds(latency).orElseThrow(),
                        "latency",
                        latency.tag()));
    }

    /** Adds what is known at the end of the run. */
    private static void result(Families families, RunResult result) {
        families.gauge(
                "dyno_success",
                "1 if the run finished or was stopped in good order, 0 if it failed.",
                result.outcome().success() ? 1 : 0);
        families.gauge("dyno_measured_seconds", "Length of the measured phase.", result.measuredNs() / 1e9);
        families.gauge(
                "dyno_drain_seconds", "From the end of the load until nothing was waited for.", result.drainNs() / 1e9);
        ledger(families, result);
        result.groups().keySet().forEach(group -> result.group(group)
                .ifPresent(own -> ledger(families.ofGroup(group), own)));
        for (Verdict.Level level : Verdict.Level.values()) {
            families.gauge(
                    "dyno_verdict",
                    "Whether the numbers can be trusted: 1 for the verdict, 0 for the others.",
                    result.verdict().level() == level ? 1 : 0,
                    "level",
                    level.name());
        }
        for (Finding reason : result.verdict().reasons()) {
            families.gauge(
                    "dyno_verdict_reason",
                    "A reason of the verdict; dyno explain CODE says more.",
                    1,
                    "level",
                    reason.level().name(),
                    "code",
                    reason.code(),
                    "sentence",
                    FindingText.FLAGS.of(reason));
        }
    }

    private static void ledger(Families families, RunResult result) {
        Numbers numbers = Numbers.of(result);
        for (Figure figure : Figures.of(Use.LEDGER)) {
            figure.of(numbers)
                    .ifPresent(value -> families.gauge(
                            "dyno_ledger_messages",
                            "The account of all messages, once the run has ended.",
                            value.low(),
                            "account",
                            figure.name()));
        }
    }
}
