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

/** The limit of the rate: the load generator, the machine, a thread, a disk or the acknowledgements. */
final class LimitRule {

    /** Share of sends that counts as most of them. */
    static final double MOSTLY = 0.5;

    /** Codes of full processors, which are the limit whatever else was full. */
    static final Set<String> SATURATED = Set.of("worker-saturated", "processors-saturated");

    private LimitRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        boolean isLimited = seen.run().worker().seconds() > 0
                && seen.ofTheMachines().noneMatch(finding -> SATURATED.contains(finding.code()))
                && seen.run().measured().sent() > 0
                && !RateRule.isHeld(seen);
        return isLimited ? limit(seen).stream().toList() : List.of();
    }

    /** Whether all processors were fully used. */
    static List<Finding> saturation(RunEvidence seen) {
        return seen.run().worker().seconds() <= 0
                ? List.of()
                : saturated(seen).stream().toList();
    }

    private static Optional<Finding> saturated(RunEvidence seen) {
        int held = seen.run().configured().processors().size();
        double processors = held > 0 ? held : seen.processors();
        double worker = seen.workerCores();
        if (seen.hasWorkers()) {
            return Optional.empty();
        }
        if (worker > FULL * processors) {
            return Optional.of(Finding.suspect(
                    "worker-saturated", Value.number("generator", worker), Value.number("processors", processors)));
        }
        return seen.hasFullProcessors() ? Optional.of(hostIsFull(seen)) : Optional.empty();
    }

    private static Finding hostIsFull(RunEvidence seen) {
        double worker = seen.workerCores();
        double broker = seen.brokerCores().orElse(0.0);
        double others = seen.othersCores().orElse(0.0);
        boolean isOfOthers = OwnMachineRule.isBusy(others, seen.hostProcessors());
        // All-out, full processors are what limits the rate; with a rate, they lengthen its latencies.
        Finding full = Finding.note(
                        "processors-saturated",
                        Value.percent("busy", 100 * seen.hostBusy().orElse(0.0)),
                        Value.number("generator", worker))
                .with(RunEvidence.count(seen.hostProcessors()))
                .suspectIf(seen.isScheduled() || isOfOthers);
        if (seen.brokerCores().isEmpty()) {
            return full.with(List.of(Value.text("shares", "processors-saturated.unknown")));
        }
        return full.with(List.of(
                Value.text("shares", isOfOthers ? "processors-saturated.others" : "processors-saturated.broker"),
                Value.number("broker", broker),
                Value.number("others", others)));
    }

    private static Optional<Finding> limit(RunEvidence seen) {
        Counts measured = seen.run().measured();
        if (RateRule.isMissedBy(seen, RateRule.WAITED)) {
            // The reason for the missed rate already names the limit of messages in flight.
            return Optional.empty();
        }
        double thread = seen.busiestThreadPercent().orElse(0.0);
        if (thread >= 100 * FULL) {
            return Optional.of(Finding.note(
                            "limited-by-generator",
                            Value.percent("thread", thread),
                            Value.number("generator", seen.workerCores()))
                    .with(RunEvidence.count(seen.processors())));
        }
        if (RateRule.isMissedBy(seen, RateRule.OWN)) {
            return Optional.empty();
        }
        return seen.mean(ResourceSample.HOST, ResourceMetric.DISK_BUSY)
                .filter(percent -> percent >= DISK_FULL_PERCENT)
                .map(percent -> Finding.note("limited-by-disk", Value.percent("busy", percent))
                        .with(seen.unpersisted("limited-by-disk.persistent")))
                .or(() -> oneCore(seen, thread))
                .or(() -> !seen.isScheduled() && measured.blocked() >= MOSTLY * measured.sent()
                        ? window(seen, measured)
                        : Optional.empty());
    }

    /**
     * Limit by acknowledgements: all-out, a producer sends when an acknowledgement makes room; by Little's law, rate = in flight
     * / time.
     */
    private static Optional<Finding> window(RunEvidence seen, Counts measured) {
        return seen.latency(Latency.SEND_ACK).map(service -> Finding.note(
                        "limited-by-acknowledgements",
                        // A wait that the end of the load ended has no send.
                        Value.percent("waited", Math.min(100, 100.0 * measured.blocked() / measured.sent())),
                        Value.number("inFlight", seen.perSecond(measured.acknowledged()) * service.getMean() / 1e9),
                        Value.ns("ack", service.getMean()))
                .with(seen.window(0)));
    }

    /** Limit by one thread: work that cannot be divided is no faster with more idle processors. */
    private static Optional<Finding> oneCore(RunEvidence seen, double thread) {
        double core =
                seen.mean(ResourceSample.HOST, ResourceMetric.CPU_BUSIEST_CORE).orElse(0.0);
        double cores = seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0);
        return core < 100 * FULL || cores >= FULL * seen.hostProcessors()
                ? Optional.empty()
                : Optional.of(Finding.note(
                                "one-core-full",
                                Value.percent("core", core),
                                Value.number("cores", cores),
                                Value.percent("thread", thread))
                        .with(RunEvidence.count(seen.hostProcessors())));
    }
}
