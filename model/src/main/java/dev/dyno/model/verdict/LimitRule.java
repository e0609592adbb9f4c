package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.NumberText.duration;
import static dev.dyno.model.verdict.NumberText.number;
import static dev.dyno.model.verdict.NumberText.percent;
import static dev.dyno.model.verdict.RunEvidence.DISK_FULL_PERCENT;
import static dev.dyno.model.verdict.RunEvidence.FULL;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The limit of the rate: the load generator, the machine, a thread, a disk or the acknowledgements. */
final class LimitRule {

    /** Share of sends that counts as most of them. */
    static final double MOSTLY = 0.5;

    private LimitRule() {}

    static List<Finding> look(RunEvidence seen) {
        List<Finding> found = new ArrayList<>();
        if (seen.run().worker().seconds() <= 0) {
            return found;
        }
        saturated(seen).ifPresent(found::add);
        if (found.isEmpty() && seen.run().measured().sent() > 0 && !RateRule.isHeld(seen)) {
            limit(seen).ifPresent(found::add);
            oneCore(seen).ifPresent(found::add);
        }
        return found;
    }

    /** Whether a resource of the machine was fully used all the time. */
    static boolean isAnyFull(RunEvidence seen) {
        return saturated(seen).isPresent() || fullDiskPercent(seen).isPresent();
    }

    private static Optional<Finding> saturated(RunEvidence seen) {
        double processors = seen.processors();
        double worker = seen.workerCores();
        if (seen.hasWorkers()) {
            return Optional.empty();
        }
        if (worker > FULL * processors) {
            return Optional.of(Finding.suspect(
                    "worker-saturated",
                    "the load generator used %.1f of %.0f processors: it may be the limit, not the broker; lower"
                            + " --rate, or spread the load over more machines by --workers",
                    worker,
                    processors));
        }
        return seen.run().worker().hostBusy().filter(busy -> busy > FULL).map(busy -> hostIsFull(seen, busy));
    }

    private static Finding hostIsFull(RunEvidence seen, double busy) {
        double processors = seen.processors();
        double worker = seen.workerCores();
        double broker = seen.brokerCores().orElse(0.0);
        double others = busy * processors - worker - broker;
        String shares;
        String advice = "put the broker on another machine (--url), or the load (--workers), or lower --rate";
        if (seen.brokerCores().isEmpty()) {
            shares = ": whatever else runs here, the broker too, competed with it";
        } else if (others > worker + broker) {
            shares = String.format(
                    Locale.ROOT,
                    ", %.1f with the broker and %.1f with other things: those competed with both",
                    broker,
                    others);
            advice = "end those, or put the broker on another machine (--url)";
        } else {
            shares = String.format(Locale.ROOT, " and %.1f with the broker: they competed", broker);
        }
        return Finding.suspect(
                "processors-saturated",
                "the host's %.0f processors were %.0f %% busy, %.1f of them with the load generator%s; %s",
                processors,
                100 * busy,
                worker,
                shares,
                advice);
    }

    private static Optional<Finding> limit(RunEvidence seen) {
        Counts measured = seen.run().measured();
        if (measured.blocked() >= MOSTLY * measured.sent() && seen.isScheduled()) {
            // The reason for the missed rate already names the limit of messages in flight.
            return Optional.empty();
        }
        double thread = seen.busiestThreadPercent().orElse(0.0);
        if (thread >= 100 * FULL) {
            return Optional.of(Finding.note(
                    "limited-by-generator",
                    "Limited by the load generator: its busiest thread was busy " + number(thread)
                            + " % of the time, while all of them together used " + number(seen.workerCores()) + " of "
                            + number(seen.processors()) + " processors. For more, raise --threads with --producers, or"
                            + " --consumers."));
        }
        return fullDiskPercent(seen)
                .map(percent -> Finding.note(
                        "limited-by-disk",
                        "Limited by the disk: the busiest one had work " + number(percent)
                                + " % of the time. For more, give the broker a faster one, or leave out"
                                + " --persistent."))
                .or(() -> measured.blocked() >= MOSTLY * measured.sent() ? window(seen, measured) : Optional.empty());
    }

    private static Optional<Double> fullDiskPercent(RunEvidence seen) {
        return seen.mean(ResourceSample.HOST, ResourceMetric.DISK_BUSY).filter(percent -> percent >= DISK_FULL_PERCENT);
    }

    /**
     * Limit by acknowledgements: all-out, a producer sends when an acknowledgement makes room; by Little's law, rate = in flight
     * / time.
     */
    private static Optional<Finding> window(RunEvidence seen, Counts measured) {
        return seen.latency(Latency.SEND_ACK)
                .map(service -> Finding.note(
                        "limited-by-acknowledgements",
                        "Paced by acknowledgements: " + percent(measured.blocked(), measured.sent())
                                + " of the sends had to wait for an earlier one's, with "
                                + number(seen.perSecond(measured.acknowledged()) * service.getMean() / 1e9)
                                + " messages in flight on average and " + duration(service.getMean())
                                + " from send to acknowledgement. For more, "
                                + seen.window().advice(0) + "."));
    }

    /** Limit by one thread: work that cannot be divided is no faster with more idle processors. */
    private static Optional<Finding> oneCore(RunEvidence seen) {
        double core =
                seen.mean(ResourceSample.HOST, ResourceMetric.CPU_BUSIEST_CORE).orElse(0.0);
        double cores = seen.mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0);
        double thread = seen.busiestThreadPercent().orElse(0.0);
        // If a thread of the load generator is fully used, that is named instead.
        if (core < 100 * FULL || cores >= FULL * seen.processors() || thread >= 100 * FULL) {
            return Optional.empty();
        }
        return Optional.of(Finding.note(
                "one-core-full",
                "One core of this machine was busy " + number(core) + " % of the time, while "
                        + number(cores) + " of " + number(seen.processors())
                        + " processors were: what can run in one thread only may be the limit. The busiest thread of the"
                        + " load generator was busy " + number(thread)
                        + " % of the time. More --num-destinations let a broker use more cores."));
    }
}
