package dev.dyno.report;

import static dev.dyno.report.FindingEvidence.DISK_FULL_PERCENT;
import static dev.dyno.report.FindingEvidence.FULL;
import static dev.dyno.report.Words.duration;
import static dev.dyno.report.Words.number;
import static dev.dyno.report.Words.percent;

import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.WorkerUsage;
import java.util.List;
import java.util.Optional;

/** What kept the rate from being higher, the client, the broker or their machine, or that nothing did. */
final class LimitRule implements FindingRule {

    /** Most sends. */
    private static final double MOSTLY = 0.5;

    @Override
    public List<Finding> look(FindingEvidence seen) {
        if (seen.run().measured().sent() == 0 || seen.run().worker().seconds() <= 0) {
            return List.of();
        }
        Use use = new Use(seen);
        return use.generator().or(() -> missedForTheWindow(seen)).or(use::limit).or(() -> ofLoad(seen)).stream()
                .toList();
    }

    /** A rate that was missed while most sends waited for an answer: more in flight help, however busy the machine is. */
    private static Optional<Finding> missedForTheWindow(FindingEvidence seen) {
        Counts measured = seen.run().measured();
        return seen.isScheduled() && !seen.isRateHeld() && measured.blocked() >= MOSTLY * measured.sent()
                ? window(seen, measured)
                : Optional.empty();
    }

    /** With processors and disks to spare. */
    private static Optional<Finding> ofLoad(FindingEvidence seen) {
        Counts measured = seen.run().measured();
        if (!seen.isScheduled() && measured.blocked() >= MOSTLY * measured.sent()) {
            return window(seen, measured);
        }
        return seen.isRateHeld() ? Optional.of(new Use(seen).held()) : Optional.empty();
    }

    /** All-out, a producer sends when an acknowledgement makes room; by Little's law, rate = in flight / time. */
    private static Optional<Finding> window(FindingEvidence seen, Counts measured) {
        return seen.latency(Latency.SERVICE)
                .map(service -> new Finding(
                        "limited-by-acknowledgements",
                        "Paced by acknowledgements: " + percent(measured.blocked(), measured.sent())
                                + " of the sends had to wait for an earlier one's, with "
                                + number(seen.perSecond(measured.acknowledged()) * service.getMean() / 1e9)
                                + " messages in flight on average and " + duration(service.getMean())
                                + " from send to acknowledgement. For more, "
                                + seen.window().advice() + "."));
    }

    /** Who used the processors. */
    private static final class Use {

        private final FindingEvidence seen;
        private final double processors;
        private final double workerCores;
        private final Optional<Double> brokerCores;
        private final double busy;

        Use(FindingEvidence seen) {
            this.seen = seen;
            WorkerUsage worker = seen.run().worker();
            processors = seen.processors();
            workerCores = worker.cpuSeconds() / worker.seconds();
            brokerCores = seen.mean(ResourceSample.BROKER, ResourceMetric.CPU);
            busy = worker.hostBusy().orElse(0.0);
        }

        Optional<Finding> generator() {
            return workerCores >= FULL * processors
                    ? found(
                            "limited-by-generator",
                            "Limited by the load generator: it used " + number(workerCores) + " of "
                                    + number(processors) + " processors. For more, give it more machines by --workers.")
                    : Optional.empty();
        }

        Optional<Finding> limit() {
            double others = busy * processors - workerCores - brokerCores.orElse(0.0);
            if (busy >= FULL && brokerCores.isPresent() && others > workerCores + brokerCores.orElse(0.0)) {
                return found(
                        "held-back-by-others",
                        "Held back by what else runs on this machine: of its " + number(processors) + " processors, "
                                + number(others) + " were busy with other things, " + shares()
                                + ". End those, or put the broker on another machine (--url).");
            }
            if (busy >= FULL) {
                return found(
                        "limited-by-processors",
                        "Limited by this machine: its " + number(processors) + " processors were " + number(100 * busy)
                                + " % busy, " + shares()
                                + ". For more, put the broker on another machine (--url), or the load (--workers).");
            }
            double thread = seen.busiestThreadPercent().orElse(0.0);
            if (thread >= 100 * FULL && !seen.isRateHeld()) {
                return found(
                        "limited-by-generator",
                        "Limited by the load generator: its busiest thread was busy " + number(thread)
                                + " % of the time, while all of them together used " + number(workerCores) + " of "
                                + number(processors) + " processors. For more, raise --threads with --producers, or"
                                + " --consumers.");
            }
            return seen.mean(ResourceSample.HOST, ResourceMetric.DISK_BUSY)
                    .filter(percent -> percent >= DISK_FULL_PERCENT)
                    .map(percent -> new Finding(
                            "limited-by-disk",
                            "Limited by the disk: the busiest one had work " + number(percent)
                                    + " % of the time. For more, give the broker a faster one, or leave out"
                                    + " --persistent."));
        }

        private String shares() {
            return number(workerCores) + " with the load generator"
                    + brokerCores
                            .map(cores -> ", " + number(cores) + " with the broker")
                            .orElse("");
        }

        Finding held() {
            return new Finding(
                    "rate-held",
                    "The intended rate was held, "
                            + number(seen.perSecond(seen.run().measured().sent()))
                            + " messages a second, and no processor or disk was full: the load generator used "
                            + number(workerCores)
                            + brokerCores
                                    .map(cores -> " and the broker " + number(cores))
                                    .orElse("")
                            + (Double.isInfinite(processors) ? "" : " of " + number(processors)) + " processors.");
        }

        private static Optional<Finding> found(String code, String sentence) {
            return Optional.of(new Finding(code, sentence));
        }
    }
}
