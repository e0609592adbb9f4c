package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lines over time from the stored runs of the first round. Several runs of one line follow each other as on the clock, with gaps
 * in between, so the memory of a shared broker is one line. A run without its histograms has the samples of its resources only.
 */
record TimeLines(Path runs, StudyResult result) {

    private static final double NS_PER_S = 1e9;
    private static final double MS_PER_S = 1e3;

    /** @param xs seconds from the start of the first run */
    record Points(List<Double> xs, List<Double> ys) {}

    Points of(Map<String, String> values, Figure measure) throws IOException {
        Points points = new Points(new ArrayList<>(), new ArrayList<>());
        Optional<Instant> first = Optional.empty();
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                boolean meant = trial.round() == 1
                        && values.entrySet().stream().allMatch(value -> StudyResult.has(trial, step, value));
                Optional<Path> run = step.run().map(runs::resolve).filter(RunFolder::isFinished);
                if (meant && run.isPresent()) {
                    Instant started = RunFolder.readSummary(run.get()).result().started();
                    first = first.or(() -> Optional.of(started));
                    double offset = (started.toEpochMilli() - first.get().toEpochMilli()) / MS_PER_S;
                    if (!points.xs.isEmpty()) {
                        points.xs.add(offset);
                        points.ys.add(Double.NaN);
                    }
                    add(points, run.get(), measure, offset);
                }
            }
        }
        return points;
    }

    private static void add(Points points, Path run, Figure measure, double offset) throws IOException {
        List<Interval> intervals = RunFolder.hasHistograms(run) ? RunFolder.readIntervals(run) : List.of();
        for (Interval interval : intervals) {
            measure.of(Numbers.of(interval)).ifPresent(value -> {
                points.xs.add(offset + (interval.startNs() + interval.endNs()) / 2.0 / NS_PER_S);
                points.ys.add(value.low());
            });
        }
        for (ResourceSample sample : RunFolder.readResources(run)) {
            measure.of(Numbers.of(sample)).ifPresent(value -> {
                points.xs.add(offset + sample.endNs() / NS_PER_S);
                points.ys.add(value.low());
            });
        }
    }
}
