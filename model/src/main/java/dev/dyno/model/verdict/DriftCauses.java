package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Causes of a drift: what else differed between its two spans; if nothing did, the candidates ruled out. */
record DriftCauses(RunEvidence evidence) {

    /** Share of the time, or of the processors, from which something that took more in the worse span is a cause. */
    static final double SHARE = 0.1;

    /**
     * A possible cause of a drift.
     *
     * @param cause name of the sentence for a cause
     * @param ruledOut name of the sentence for a candidate that was ruled out
     * @param more share of the time, or of the processors, that the candidate took more in the worse span; empty = unknown
     */
    private record Candidate(String cause, String ruledOut, Optional<Double> more) {}

    /** Values that name the causes; without a cause, values that name the candidates that were ruled out. */
    List<Value> of(Drift.Span worse, Drift.Span better) {
        double processors = evidence.hostProcessors();
        Optional<Double> host = more(ResourceSample.HOST, ResourceMetric.CPU, processors, worse, better);
        Optional<Double> broker = more(ResourceSample.BROKER, ResourceMetric.CPU, processors, worse, better);
        Optional<Double> worker = more(ResourceSample.WORKER, ResourceMetric.CPU, processors, worse, better);
        boolean isFull = evidence.mean(ResourceSample.HOST, ResourceMetric.CPU, worse::has)
                .filter(cores -> cores >= FULL * processors)
                .isPresent();
        List<Candidate> candidates = List.of(
                new Candidate(
                        "drift.broker-jvm",
                        "drift.not-broker-jvm",
                        more(ResourceSample.BROKER, ResourceMetric.GC_TIME, 1, worse, better)),
                new Candidate(
                        "drift.generator-jvm",
                        "drift.not-generator-jvm",
                        more(ResourceSample.WORKER, ResourceMetric.GC_TIME, 1, worse, better)),
                new Candidate(
                        "drift.disk",
                        "drift.not-disk",
                        more(ResourceSample.HOST, ResourceMetric.DISK_BUSY, 100, worse, better)),
                new Candidate(
                        "drift.stolen",
                        "drift.not-stolen",
                        more(ResourceSample.HOST, ResourceMetric.CPU_STOLEN, processors, worse, better)),
                new Candidate("drift.slower", "drift.not-slower", slower(worse, better)),
                new Candidate(
                        "drift.others",
                        "drift.not-others",
                        host.flatMap(all -> broker.flatMap(some -> worker.map(own -> all - some - own)))),
                new Candidate("drift.processors", "drift.not-processors", host.map(all -> isFull ? all : 0)));
        List<Value> values = new ArrayList<>();
        for (Candidate candidate : candidates) {
            candidate
                    .more
                    .filter(share -> share >= SHARE)
                    .ifPresent(share ->
                            values.add(Value.percent("cause", 100 * share).with(candidate.cause)));
        }
        if (values.isEmpty() && worse.fromS() <= evidence.run().warmupNs() / 1e9 + 1) {
            values.add(Value.text("cause", "drift.warmup"));
        }
        if (values.isEmpty()) {
            values.add(Value.text("cause", "drift.unknown"));
            candidates.stream()
                    .filter(candidate -> candidate.more.isPresent())
                    .forEach(candidate -> values.add(Value.text("ruledOut", candidate.ruledOut)));
        }
        return values;
    }

    /**
     * Additional use of a resource by a subject in the worse span, as a share of the whole; of several workers or hosts, the
     * largest. Empty if the whole is unknown, such as the processors of several hosts, or if the difference is large but may be
     * chance.
     */
    private Optional<Double> more(
            String subject, ResourceMetric metric, double whole, Drift.Span worse, Drift.Span better) {
        return evidence.overTime().resources().stream()
                .filter(series -> !Double.isInfinite(whole) && ResourceSample.isOf(subject, series.subject()))
                .flatMap(series -> RunEvidence.values(series, metric, worse::has)
                        .flatMap(in -> RunEvidence.values(series, metric, better::has)
                                .filter(out -> in.exceeds(out) || in.mean() - out.mean() < SHARE * whole)
                                .map(out -> (in.mean() - out.mean()) / whole))
                        .stream())
                .max(Double::compare);
    }

    /**
     * Share by which the processors were slower in the worse span; 0 if chance may have made the difference, empty if it is unknown or the
     * samples are too few.
     */
    private Optional<Double> slower(Drift.Span worse, Drift.Span better) {
        return evidence.overTime().resources().stream()
                .flatMap(series -> RunEvidence.values(series, ResourceMetric.CPU_SPEED, worse::has)
                        .filter(ResourceSummary.Values::areEnough)
                        .flatMap(in -> RunEvidence.values(series, ResourceMetric.CPU_SPEED, better::has)
                                .filter(ResourceSummary.Values::areEnough)
                                .map(out -> in.below(out).orElse(0.0)))
                        .stream())
                .max(Double::compare);
    }
}
