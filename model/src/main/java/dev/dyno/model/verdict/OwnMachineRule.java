package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.NOT_ITS_OWN;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that broker and load generator had the machine to themselves, and that collections cost the generator little time. */
public final class OwnMachineRule {

    /** Share of the processors that other programs may use: up to it, their use is the noise of an ordinary machine. */
    static final double OTHERS_BUSY = 0.25;

    /*
     * In a load with a rate, other programs are no reason to doubt as long as the processors are not full: marks for Dyno's own
     * delay show which percentiles they affect. In an all-out load, the rate itself is what they left.
     */

    /** Share of the processors that a virtual machine's host or a quota may withhold; with more, nothing ran at times. */
    static final double STOLEN = 0.02;

    /** Share of time in garbage collections above which they disturb the measurement. */
    static final double GC_SHARE = 0.05;

    private OwnMachineRule() {}

    /** Whether other programs use more processors than the noise of an ordinary machine. */
    public static boolean isBusy(double others, double processors) {
        return others > OTHERS_BUSY * processors;
    }

    static List<Finding> others(RunEvidence evidence) {
        List<Finding> found = new ArrayList<>();
        if (evidence.run().worker().seconds() <= 0 || evidence.hasWorkers()) {
            return found;
        }
        double processors = evidence.hostProcessors();
        double others = evidence.othersCores().orElse(0.0);
        // Full processors have their own finding, which names the others.
        boolean isNamed = LimitRule.saturation(evidence).stream()
                .anyMatch(full -> full.code().equals("processors-saturated"));
        if (isBusy(others, processors) && !isNamed) {
            found.add(
                    Finding.note("others-busy", Value.number("others", others), Value.number("processors", processors))
                            .suspectIf(!evidence.isScheduled()));
        }
        evidence.mean(ResourceSample.HOST, ResourceMetric.CPU_STOLEN)
                .filter(stolen -> stolen > STOLEN * processors)
                .ifPresent(stolen -> found.add(Finding.note(
                                "processors-stolen",
                                Value.number("stolen", stolen),
                                Value.number("processors", processors))
                        .suspectIf(!evidence.isScheduled() && stolen > NOT_ITS_OWN * processors)));
        Optional<Double> generator = evidence.throttledCores(ResourceSample.WORKER);
        Optional<Double> broker = evidence.throttledCores(ResourceSample.BROKER);
        if (generator.isPresent() || broker.isPresent()) {
            found.add(Finding.note("processors-throttled")
                    .with(generator.map(cores -> Value.number("generator", cores)))
                    .with(broker.map(cores -> Value.number("broker", cores)))
                    .suspectIf(generator.orElse(0.0) > NOT_ITS_OWN * evidence.processors()));
        }
        return found;
    }

    /** Finding if garbage collections kept the load generator from its work. */
    static List<Finding> collections(RunEvidence evidence) {
        WorkerUsage worker = evidence.run().worker();
        if (worker.seconds() <= 0 || evidence.hasWorkers() || worker.gcSeconds() <= GC_SHARE * worker.seconds()) {
            return List.of();
        }
        return List.of(Finding.note(
                        "worker-gc",
                        Value.ns("collections", 1e9 * worker.gcSeconds()),
                        Value.ns("time", 1e9 * worker.seconds()),
                        Value.percent("share", 100 * worker.gcSeconds() / worker.seconds()))
                .suspectIf(worker.gcSeconds() > NOT_ITS_OWN * worker.seconds()));
    }
}
