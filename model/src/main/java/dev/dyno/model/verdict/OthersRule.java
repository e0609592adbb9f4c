package dev.dyno.model.verdict;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether broker and load generator had the machine to themselves. */
final class OthersRule {

    /** Share of the processors that other programs may use: the noise of an ordinary machine. */
    static final double OTHERS_BUSY = 0.25;

    /** Share of the processors that may be withheld from a virtual machine; beyond it the machine was not running at times. */
    static final double STOLEN = 0.02;

    private OthersRule() {}

    static List<Finding> look(RunEvidence seen) {
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
        if (broker.isPresent() && wholeLoad && others > OTHERS_BUSY * processors) {
            found.add(Finding.suspect(
                    "others-busy",
                    "%.1f of %.0f processors were busy with neither the broker nor the load generator: the numbers depend on"
                            + " what else runs here; end it, or compare interleaved runs by dyno compare",
                    others,
                    processors));
        }
        seen.mean(ResourceSample.HOST, ResourceMetric.CPU_STOLEN)
                .filter(stolen -> stolen > STOLEN * processors)
                .ifPresent(stolen -> found.add(Finding.suspect(
                        "processors-stolen",
                        "this virtual machine missed %.2f of its %.0f processors, which its host gave to others; use a machine with processors"
                                + " of its own, or compare interleaved runs by dyno compare",
                        stolen,
                        processors)));
        return found;
    }
}
