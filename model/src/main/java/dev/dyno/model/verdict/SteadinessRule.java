package dev.dyno.model.verdict;

import dev.dyno.model.config.Warmup;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that the load was steady: after the warm-up, and from the beginning of the measured phase to its end. */
final class SteadinessRule {

    /** Difference between the rates of two spans, as a share of the higher one, up to which a run is steady. */
    static final double RATE = 0.1;

    /** Difference between the medians of two spans, as a share of the higher, up to which a run is steady: a rise by a half. */
    static final double LATENCY = 1.0 / 3;

    /** Difference between median latencies in ns up to which a run is steady: one wake-up more or less. */
    static final double LATENCY_NS = 100_000;

    private SteadinessRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        RunResult run = evidence.run();
        List<Finding> found = new ArrayList<>();
        if (run.measuredNs() > 0) {
            Duration longer = Duration.ofSeconds(
                    Math.max(300, Duration.ofNanos(2 * run.warmupNs()).toSeconds()));
            evidence.conditions()
                    .unsteady()
                    .ifPresent(words -> found.add(Finding.note(
                            "never-steady",
                            Value.ns("warmup", run.warmupNs()),
                            Value.text("why", words),
                            Value.text(
                                    "help",
                                    RateRule.isMissed(evidence) ? "never-steady.missed" : "never-steady.longer"),
                            Value.text("longer", new Warmup(longer, true).toString()))));
        }
        // Faults, a backlog and an outage change the load, and have their own sentences.
        if (run.backlog().isEmpty()
                && run.faults().isEmpty()
                && evidence.outages().isEmpty()) {
            drift(evidence).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Finding> drift(RunEvidence evidence) {
        Stalls stalls = evidence.stalls();
        IntervalSeries intervals = evidence.overTime().intervals();
        Column rates =
                evidence.conditions().produces() ? intervals.acknowledgedPerSecond() : intervals.receivedPerSecond();
        Optional<Drift> rate = Drift.of(intervals, rates, stalls.stalled()).filter(drift -> drift.isMoreThan(RATE));
        if (rate.isPresent()) {
            // A scheduled rate changes on purpose, or has a finding that it was missed; the latency follows the rate.
            return rate.filter(drift -> !evidence.isScheduled())
                    .map(drift -> finding(evidence, "rate-not-steady", drift, drift.low(), Unit.NUMBER));
        }
        LatencySeries latency =
                evidence.overTime().latencies().get(evidence.headline().tag());
        return Optional.ofNullable(latency)
                .flatMap(series -> Drift.of(intervals, series.of(Percentile.P50), stalls.stalled()))
                .filter(drift -> drift.isMoreThan(LATENCY)
                        && drift.high().mean() - drift.low().mean() > LATENCY_NS)
                // A missed rate explains a rising latency: the queue grows.
                .filter(drift -> !RateRule.isMissed(evidence) || drift.second().equals(drift.low()))
                .map(drift -> finding(evidence, "latency-not-steady", drift, drift.high(), Unit.NANOSECONDS)
                        .with(List.of(Value.text("latency", evidence.headline().title())))
                        .with(part(evidence, drift)));
    }

    private static Finding finding(RunEvidence evidence, String code, Drift drift, Drift.Span worse, Unit unit) {
        List<Value> values = new ArrayList<>();
        Stream.of(Map.entry("first", drift.first()), Map.entry("second", drift.second()))
                .forEach(span -> {
                    values.add(Value.of(span.getKey(), span.getValue().mean(), unit));
                    values.add(Value.of(span.getKey() + "From", span.getValue().fromS(), Unit.CLOCK_SECONDS));
                    values.add(Value.of(span.getKey() + "To", span.getValue().toS(), Unit.CLOCK_SECONDS));
                });
        if (drift.hasTrend()) {
            values.add(Value.between("trend", 100 * drift.trendLow(), 100 * drift.trendHigh(), Unit.PERCENT));
        }
        values.add(Value.of("peak", drift.peak(), unit));
        values.addAll(new DriftCauses(evidence).of(worse, worse.equals(drift.low()) ? drift.high() : drift.low()));
        return Finding.note(code).with(values);
    }

    /** The part of the headline latency that adds most to the difference of the spans, by its median; empty if none does. */
    private static Optional<Value> part(RunEvidence evidence, Drift drift) {
        return Stream.of(Latency.SEND_DELAY, Latency.SEND_ACK, Latency.TRANSFER)
                .filter(part -> change(evidence, drift, part) > 0)
                .max(Comparator.comparingDouble(part -> change(evidence, drift, part)))
                .map(part -> Value.text("part", part.title()));
    }

    private static double change(RunEvidence evidence, Drift drift, Latency part) {
        return median(evidence, drift.high(), part) - median(evidence, drift.low(), part);
    }

    private static double median(RunEvidence evidence, Drift.Span span, Latency part) {
        return evidence.mean(
                        part,
                        series -> series.of(Percentile.P50),
                        startS -> startS >= span.fromS() && startS < span.toS())
                .orElse(0);
    }
}
