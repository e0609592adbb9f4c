package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Causes of a drift: what else differed between its two spans; if nothing did, what was looked at. */
record DriftCauses(RunEvidence seen) {

    /** Share of the time, or of the processors, that something must have taken more in the worse span to be its cause. */
    static final double SHARE = 0.1;

    /**
     * A possible cause of a drift.
     *
     * @param cause clause that names it
     * @param ruledOut clause if it was not the cause
     * @param more its additional use in the worse span; empty = unknown
     */
    private record Candidate(String cause, String ruledOut, Optional<Double> more) {}

    /** Values about the causes: their clauses, or those of what was ruled out. */
    List<Value> of(Drift.Span worse, Drift.Span better) {
        Optional<Double> host = share(more(ResourceSample.HOST, ResourceMetric.CPU, worse, better));
        Optional<Double> broker = share(more(ResourceSample.BROKER, ResourceMetric.CPU, worse, better));
        Optional<Double> worker = share(more(ResourceSample.WORKER, ResourceMetric.CPU, worse, better));
        boolean isFull = share(seen.mean(ResourceSample.HOST, ResourceMetric.CPU, worse::has))
                .filter(share -> share >= FULL)
                .isPresent();
        List<Candidate> candidates = List.of(
                new Candidate(
                        "drift.broker-jvm",
                        "drift.not-broker-jvm",
                        more(ResourceSample.BROKER, ResourceMetric.GC_TIME, worse, better)),
                new Candidate(
                        "drift.generator-jvm",
                        "drift.not-generator-jvm",
                        more(ResourceSample.WORKER, ResourceMetric.GC_TIME, worse, better)),
                new Candidate(
                        "drift.disk",
                        "drift.not-disk",
                        more(ResourceSample.HOST, ResourceMetric.DISK_BUSY, worse, better)
                                .map(percent -> percent / 100)),
                new Candidate(
                        "drift.stolen",
                        "drift.not-stolen",
                        share(more(ResourceSample.HOST, ResourceMetric.CPU_STOLEN, worse, better))),
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
        if (values.isEmpty() && worse.fromS() <= seen.run().warmupNs() / 1e9 + 1) {
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

    /** Share of the processors; empty where their number is not known, as of the hosts of several workers. */
    private Optional<Double> share(Optional<Double> cores) {
        return cores.map(known -> known / seen.hostProcessors())
                .filter(share -> !Double.isInfinite(seen.hostProcessors()));
    }

    /** Additional use of a subject in the worse span; of several workers or hosts, that of the one with the most. */
    private Optional<Double> more(String subject, ResourceMetric metric, Drift.Span worse, Drift.Span better) {
        return seen.overTime().resources().stream()
                .filter(series -> ResourceSample.isOf(subject, series.subject()))
                .flatMap(series -> RunEvidence.mean(series, metric, worse::has)
                        .flatMap(in ->
                                RunEvidence.mean(series, metric, better::has).map(out -> in - out))
                        .stream())
                .max(Double::compare);
    }

    /** Share by which the processors were slower in the worse span; 0 if chance may have made the difference, empty if unknown. */
    private Optional<Double> slower(Drift.Span worse, Drift.Span better) {
        return seen.overTime().resources().stream()
                .flatMap(series -> RunEvidence.values(series, ResourceMetric.CPU_SPEED, worse::has)
                        .flatMap(in -> RunEvidence.values(series, ResourceMetric.CPU_SPEED, better::has)
                                .map(out -> in.below(out).orElse(0.0)))
                        .stream())
                .max(Double::compare);
    }
}
