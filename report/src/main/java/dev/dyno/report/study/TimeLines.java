package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.store.HdrLogReporter;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Values of charts from the stored runs: histograms of all rounds, and lines over time of the first one. Several runs of one line follow each other as on the clock, with gaps
 * in between, so the memory of a shared broker is one line. A run without its histograms has the samples of its resources only.
 */
record TimeLines(Path runs, StudyResult result) {

    /** @param xs seconds from the start of the first run */
    record Points(List<Double> xs, List<Double> ys) {}

    Points of(Map<String, String> values, Figure measure) throws IOException {
        Points points = new Points(new ArrayList<>(), new ArrayList<>());
        Optional<Instant> first = Optional.empty();
        for (Path run : runs(values, 1)) {
            Instant started = new RunFolderReader(run).summary().result().started();
            first = first.or(() -> Optional.of(started));
            double offset = (started.toEpochMilli() - first.get().toEpochMilli()) / 1e3;
            if (!points.xs.isEmpty()) {
                points.xs.add(offset);
                points.ys.add(Double.NaN);
            }
            add(points, run, measure, offset);
        }
        return points;
    }

    /** Finished runs of some values, up to a round. */
    private List<Path> runs(Map<String, String> values, int lastRound) {
        List<Path> all = new ArrayList<>();
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                if (trial.round() <= lastRound
                        && values.entrySet().stream().allMatch(value -> StudyResult.has(trial, step, value))) {
                    step.run().map(runs::resolve).filter(RunFolder::isFinished).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    /** Latencies of the messages of some values by the tags of their histograms, of all rounds together. */
    Map<String, Histogram> histograms(Map<String, String> values) throws IOException {
        Latencies warmup = new Latencies();
        Latencies measured = new Latencies();
        for (Path run : runs(values, Integer.MAX_VALUE)) {
            for (Interval interval : intervals(run)) {
                warmup.add(interval.warmupLatencies());
                measured.add(interval.latencies());
            }
        }
        Map<String, Histogram> all = new HashMap<>();
        for (Latency latency : Latency.values()) {
            measured.lowerEnds(latency).ifPresent(histogram -> all.put(latency.tag(), histogram));
            warmup.lowerEnds(latency)
                    .ifPresent(histogram -> all.put(HdrLogReporter.WARMUP_PREFIX + latency.tag(), histogram));
        }
        return all;
    }

    private static List<Interval> intervals(Path run) throws IOException {
        return RunFolder.hasHistograms(run) ? new RunFolderReader(run).intervals() : List.of();
    }

    private static void add(Points points, Path run, Figure measure, double offset) throws IOException {
        for (Interval interval : intervals(run)) {
            measure.of(Numbers.of(interval)).ifPresent(value -> {
                points.xs.add(offset + (interval.startNs() + interval.endNs()) / 2.0 / 1e9);
                points.ys.add(value.low());
            });
        }
        for (ResourceSample sample : new RunFolderReader(run).resources()) {
            measure.of(Numbers.of(sample)).ifPresent(value -> {
                points.xs.add(offset + sample.endNs() / 1e9);
                points.ys.add(value.low());
            });
        }
    }
}
