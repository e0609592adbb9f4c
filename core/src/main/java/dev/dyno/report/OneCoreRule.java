package dev.dyno.report;

import static dev.dyno.report.FindingEvidence.FULL;
import static dev.dyno.report.Words.number;

import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import java.util.List;

/** What can run in one thread only is no faster than that, however many processors have nothing to do. */
final class OneCoreRule implements FindingRule {

    @Override
    public List<Finding> look(FindingEvidence seen) {
        double core =
                seen.mean(ResourceSample.HOST, ResourceMetric.CPU_BUSIEST_CORE).orElse(0.0);
        double cores = seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0);
        double thread = seen.busiestThreadPercent().orElse(0.0);
        // A thread of the load generator, or all processors, is what LimitRule tells of.
        if (seen.isRateHeld() || core < 100 * FULL || cores >= FULL * seen.processors() || thread >= 100 * FULL) {
            return List.of();
        }
        return List.of(new Finding(
                "one-core-full",
                "One core of this machine was busy " + number(core) + " % of the time, while "
                        + number(cores) + " of " + number(seen.processors())
                        + " processors were: what can run in one thread only may be the limit. The busiest thread of the"
                        + " load generator was busy " + number(thread)
                        + " % of the time. More --num-destinations let a broker use more cores."));
    }
}
