package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Causes of stalls: other events of the same seconds. */
record StallCauses(RunEvidence seen) {

    /** Sentences about the causes, each after a space. */
    String of(Stalls found) {
        Map<String, Integer> causes = new LinkedHashMap<>();
        for (Stalls.Stall stall : found.stalls()) {
            causeOf(stall).ifPresent(cause -> causes.merge(cause, 1, Integer::sum));
        }
        int all = found.stalls().size();
        return causes.isEmpty()
                ? " Nothing that was sampled explains " + (all == 1 ? "it" : "them")
                        + "; --profile the broker, or look at its log."
                : causes.entrySet().stream()
                        .map(cause -> " " + (all == 1 ? "It fell" : cause.getValue() + " of " + all + " fell")
                                + " together with " + cause.getKey() + ".")
                        .collect(Collectors.joining());
    }

    private Optional<String> causeOf(Stalls.Stall stall) {
        double fromNs = stall.fromS() * 1e9 - stall.lengthNs();
        if (seen.run().faults().stream().anyMatch(f -> f.beganNs() >= fromNs && f.beganNs() <= stall.toS() * 1e9)) {
            return Optional.of("a fault of the broker");
        }
        double half = stall.lengthNs() / 2 / 1e9;
        if (Math.max(
                        most(ResourceSample.BROKER, ResourceMetric.GC_TIME, stall),
                        most(ResourceSample.BROKER, ResourceMetric.STOPPED, stall))
                >= half) {
            return Optional.of(
                    "a garbage collection or another stop of the broker's JVM, which a larger --heap may shorten");
        }
        if (most(ResourceSample.WORKER, ResourceMetric.GC_TIME, stall) >= half) {
            return Optional.of("a garbage collection of the load generator, which JAVA_ARGS=-Xmx4g may shorten");
        }
        if (most(ResourceSample.HOST, ResourceMetric.DISK_BUSY, stall) >= DISK_FULL_PERCENT) {
            return Optional.of("a disk that was busy all the time, as a faster one or no --persistent may prevent");
        }
        // Processors that are always full do not explain one second.
        boolean mostlyFull = seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0) >= FULL * seen.processors();
        return !mostlyFull && most(ResourceSample.HOST, ResourceMetric.CPU, stall) >= FULL * seen.processors()
                ? Optional.of("processors that were all busy; lower --rate or give the broker another machine")
                : Optional.empty();
    }

    /** Largest value of the samples that overlap a stall; 0 if there is none. */
    private double most(String subject, ResourceMetric metric, Stalls.Stall stall) {
        double most = 0;
        for (ResourceSeries series : seen.overTime().resources()) {
            Optional<Column> values = series.subject().equals(subject) ? series.get(metric) : Optional.empty();
            for (int i = 0; values.isPresent() && i < series.endS().size(); i++) {
                boolean touches =
                        series.endS().get(i) > stall.fromS() && series.startS().get(i) < stall.toS();
                most = touches && values.orElseThrow().has(i)
                        ? Math.max(most, values.orElseThrow().get(i))
                        : most;
            }
        }
        return most;
    }
}
