package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether broker and load generator had the machine to themselves. */
public final class OthersRule {

    /** Share of the processors that other programs may use: the noise of an ordinary machine. */
    static final double OTHERS_BUSY = 0.25;

    /** Share of the processors that may be withheld from a virtual machine; beyond it the machine was not running at times. */
    static final double STOLEN = 0.02;

    private OthersRule() {}

    /** Whether the use by other programs, in processors, is more than that. */
    public static boolean isBusy(double others, double processors) {
        return others > OTHERS_BUSY * processors;
    }

    static List<Finding> evaluate(RunEvidence seen) {
        List<Finding> found = new ArrayList<>();
        if (seen.run().worker().seconds() <= 0 || seen.hasWorkers()) {
            return found;
        }
        double processors = seen.processors();
        Optional<Double> broker = seen.brokerCores();
        double others = seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0)
                - broker.orElse(0.0)
                - seen.workerCores();
        // The share of other programs is known only if the broker's process and the whole load are.
        boolean wholeLoad = seen.conditions().produces() && seen.conditions().consumes();
        if (broker.isPresent() && wholeLoad && isBusy(others, processors)) {
            found.add(Finding.suspect(
                    "others-busy", Value.number("others", others), Value.number("processors", processors)));
        }
        seen.mean(ResourceSample.HOST, ResourceMetric.CPU_STOLEN)
                .filter(stolen -> stolen > STOLEN * processors)
                .ifPresent(stolen -> found.add(Finding.suspect(
                        "processors-stolen", Value.number("stolen", stolen), Value.number("processors", processors))));
        return found;
    }
}
