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
 * Values of charts from the stored runs: histograms of all rounds, and lines over time of the first round. Several runs of one
 * line are drawn at their times on the clock, with gaps in between, so that the memory of a shared broker is one line. Published
 * runs lack the log of histograms. They give no histogram of the warm-up, no percentile of a second that is not stored (p75,
 * p95), and none of a second with unfinished messages.
 */
record TimeLines(Path runs, StudyResult result) {

    /** @param xs seconds from the start of the first run */
    record Points(List<Double> xs, List<Double> ys) {

        private void add(double offset, double ns, Optional<Figure.Value> value) {
            value.ifPresent(known -> {
                xs.add(offset + ns / 1e9);
                ys.add(known.low());
            });
        }
    }

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

    /** Finished runs of the cells with these values, up to and including a round. */
    private List<Path> runs(Map<String, String> values, int lastRound) {
        List<Path> all = new ArrayList<>();
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                if (trial.round() <= lastRound && StudyResult.has(trial, step, values)) {
                    step.run().map(runs::resolve).filter(RunFolder::isFinished).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    /** Histograms of the runs of the cells with these values, by tag, all rounds together. */
    Map<String, Histogram> histograms(Map<String, String> values) throws IOException {
        Latencies warmup = new Latencies();
        Latencies measured = new Latencies();
        for (Path run : runs(values, Integer.MAX_VALUE)) {
            RunFolderReader stored = new RunFolderReader(run);
            measured.add(stored.withHistograms().latencies());
            stored.intervals().forEach(interval -> warmup.add(interval.warmupLatencies()));
        }
        Map<String, Histogram> all = new HashMap<>();
        for (Latency latency : Latency.values()) {
            measured.lowerEnds(latency).ifPresent(histogram -> all.put(latency.tag(), histogram));
            warmup.lowerEnds(latency)
                    .ifPresent(histogram -> all.put(HdrLogReporter.WARMUP_PREFIX + latency.tag(), histogram));
        }
        return all;
    }

    private static void add(Points points, Path run, Figure measure, double offset) throws IOException {
        RunFolderReader stored = new RunFolderReader(run);
        for (Interval second : stored.intervals()) {
            points.add(offset, (second.startNs() + second.endNs()) / 2.0, measure.of(Numbers.of(second)));
        }
        for (ResourceSample sample : stored.resources()) {
            points.add(offset, (double) sample.endNs(), measure.of(Numbers.of(sample)));
        }
    }
}
