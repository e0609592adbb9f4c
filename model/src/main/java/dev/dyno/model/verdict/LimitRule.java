package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Findings about what limited the rate: the load generator, the machine, a thread, a disk or the acknowledgements. */
final class LimitRule {

    /** Share of the sends that waited for an acknowledgement, from which acknowledgements are the limit. */
    static final double MOSTLY = 0.5;

    /** Codes of findings about full processors, which are the limit whatever else was full. */
    static final Set<String> SATURATED = Set.of("worker-saturated", "processors-saturated");

    private LimitRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        boolean isLimited = evidence.run().worker().seconds() > 0
                && evidence.ofTheMachines().noneMatch(finding -> SATURATED.contains(finding.code()))
                && evidence.run().measured().sent() > 0
                && !RateRule.isHeld(evidence);
        return isLimited ? limit(evidence).stream().toList() : List.of();
    }

    /** Finding if the load generator used up its processors, or if those of the host were full; none for several workers. */
    static List<Finding> saturation(RunEvidence evidence) {
        return evidence.run().worker().seconds() <= 0
                ? List.of()
                : saturated(evidence).stream().toList();
    }

    private static Optional<Finding> saturated(RunEvidence evidence) {
        int held = evidence.run().configured().processors().size();
        double processors = held > 0 ? held : evidence.processors();
        double worker = evidence.workerCores();
        if (evidence.hasWorkers()) {
            return Optional.empty();
        }
        if (worker > FULL * processors) {
            return Optional.of(Finding.suspect(
                    "worker-saturated", Value.number("generator", worker), Value.number("processors", processors)));
        }
        return evidence.hasFullProcessors() ? Optional.of(hostIsFull(evidence)) : Optional.empty();
    }

    private static Finding hostIsFull(RunEvidence evidence) {
        double worker = evidence.workerCores();
        double broker = evidence.brokerCores().orElse(0.0);
        double others = evidence.othersCores().orElse(0.0);
        boolean isOfOthers = OwnMachineRule.isBusy(others, evidence.hostProcessors());
        // Full processors are expected in an all-out load; in a load with a rate they lengthen the latencies.
        Finding full = Finding.note(
                        "processors-saturated",
                        Value.percent("busy", 100 * evidence.hostBusy().orElse(0.0)),
                        Value.number("generator", worker))
                .with(RunEvidence.count(evidence.hostProcessors()))
                .suspectIf(evidence.isScheduled() || isOfOthers);
        if (evidence.brokerCores().isEmpty()) {
            return full.with(List.of(Value.text("shares", "processors-saturated.unknown")));
        }
        return full.with(List.of(
                Value.text("shares", isOfOthers ? "processors-saturated.others" : "processors-saturated.broker"),
                Value.number("broker", broker),
                Value.number("others", others)));
    }

    private static Optional<Finding> limit(RunEvidence evidence) {
        Counts measured = evidence.run().measured();
        if (RateRule.isMissedBy(evidence, RateRule.WAITED)) {
            // The reason for the missed rate already names the limit of messages in flight.
            return Optional.empty();
        }
        double thread = evidence.busiestThreadPercent().orElse(0.0);
        if (thread >= 100 * FULL) {
            return Optional.of(Finding.note(
                            "limited-by-generator",
                            Value.percent("thread", thread),
                            Value.number("generator", evidence.workerCores()))
                    .with(RunEvidence.count(evidence.processors())));
        }
        if (RateRule.isMissedBy(evidence, RateRule.OWN)) {
            return Optional.empty();
        }
        return evidence.mean(ResourceSample.HOST, ResourceMetric.DISK_BUSY)
                .filter(percent -> percent >= DISK_FULL_PERCENT)
                .map(percent -> Finding.note("limited-by-disk", Value.percent("busy", percent))
                        .with(evidence.unpersisted("limited-by-disk.persistent")))
                .or(() -> oneCore(evidence, thread))
                .or(() -> !evidence.isScheduled() && measured.blocked() >= MOSTLY * measured.sent()
                        ? window(evidence, measured)
                        : Optional.empty());
    }

    /**
     * Limit by acknowledgements: in an all-out load, a producer sends when an acknowledgement makes room. By Little's law, the
     * messages in flight are rate times time to acknowledge.
     */
    private static Optional<Finding> window(RunEvidence evidence, Counts measured) {
        return evidence.latency(Latency.SEND_ACK).map(service -> Finding.note(
                        "limited-by-acknowledgements",
                        // A message that still waited at the end of the load counts as blocked and was never sent.
                        Value.percent("waited", Math.min(100, 100.0 * measured.blocked() / measured.sent())),
                        Value.number("inFlight", evidence.perSecond(measured.acknowledged()) * service.getMean() / 1e9),
                        Value.ns("ack", service.getMean()))
                .with(evidence.window(0)));
    }

    /** Limit by one thread: work that cannot be divided is no faster with more idle processors. */
    private static Optional<Finding> oneCore(RunEvidence evidence, double thread) {
        double core = evidence.mean(ResourceSample.HOST, ResourceMetric.CPU_BUSIEST_CORE)
                .orElse(0.0);
        double cores = evidence.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0);
        return core < 100 * FULL || cores >= FULL * evidence.hostProcessors()
                ? Optional.empty()
                : Optional.of(Finding.note(
                                "one-core-full",
                                Value.percent("core", core),
                                Value.number("cores", cores),
                                Value.percent("thread", thread))
                        .with(RunEvidence.count(evidence.hostProcessors())));
    }
}
