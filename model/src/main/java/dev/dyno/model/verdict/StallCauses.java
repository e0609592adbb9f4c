package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Causes of stalls: other events of the same seconds. */
record StallCauses(RunEvidence seen) {

    /** Values about the causes: for each the number of its stalls. */
    List<Value> of(Stalls found) {
        Map<String, Integer> causes = new LinkedHashMap<>();
        for (Stalls.Stall stall : found.stalls()) {
            causeOf(stall).ifPresent(cause -> causes.merge(cause, 1, Integer::sum));
        }
        List<Value> values = new ArrayList<>();
        values.add(Value.text("which", found.stalls().size() == 1 ? "stalls.one" : "stalls.some"));
        causes.forEach(
                (cause, stalls) -> values.add(Value.count("cause", stalls).with(cause)));
        if (causes.isEmpty()) {
            values.add(Value.text("cause", "stalls.unknown"));
        }
        return values;
    }

    private Optional<String> causeOf(Stalls.Stall stall) {
        double fromNs = stall.fromS() * 1e9 - stall.lengthNs();
        if (seen.run().faults().stream().anyMatch(f -> f.beganNs() >= fromNs && f.beganNs() <= stall.toS() * 1e9)) {
            return Optional.of("stalls.fault");
        }
        double half = stall.lengthNs() / 2 / 1e9;
        if (Math.max(
                        most(ResourceSample.BROKER, ResourceMetric.GC_TIME, stall),
                        most(ResourceSample.BROKER, ResourceMetric.STOPPED, stall))
                >= half) {
            return Optional.of("stalls.broker-jvm");
        }
        if (most(ResourceSample.WORKER, ResourceMetric.GC_TIME, stall) >= half) {
            return Optional.of("stalls.generator-jvm");
        }
        if (most(ResourceSample.HOST, ResourceMetric.DISK_BUSY, stall) >= DISK_FULL_PERCENT) {
            return Optional.of("stalls.disk");
        }
        // Processors that are always full do not explain one second.
        boolean mostlyFull =
                seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0) >= FULL * seen.hostProcessors();
        return !mostlyFull && most(ResourceSample.HOST, ResourceMetric.CPU, stall) >= FULL * seen.hostProcessors()
                ? Optional.of("stalls.processors")
                : Optional.empty();
    }

    /** Largest value of the samples that overlap a stall; 0 if there is none. */
    private double most(String subject, ResourceMetric metric, Stalls.Stall stall) {
        return seen.most(subject, metric, stall.fromS(), stall.toS(), 0);
    }
}
