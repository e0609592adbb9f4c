package dev.dyno.load;

import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.pace.Units;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.Verdict;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.Verdict.Reason;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Finds the reasons not to trust a run. Each bound stands here with why it is where it is. */
final class Judge {

    /** Fewer samples than this say nothing about the 99.9th percentile: one in a thousand has not come ten times. */
    private static final long FEW_SAMPLES = 10_000;

    /** Below this share of the intended rate, the load was not the one that was asked for. */
    private static final double RATE_REACHED = 0.99;

    /** More than this share of the schedule missing at its end is a delay that the latencies do not show. */
    private static final double UNSENT_SHARE = 0.001;

    /** Timers of a loaded machine are late by some tens of µs; ten ms is not a timer any more. */
    private static final long SCHEDULE_DELAY_P99_NS = 10_000_000;

    /** Above this, somebody waited for a processor most of the time. */
    private static final double HOST_BUSY = 0.95;

    private static final double WORKER_BUSY = 0.95;

    /** Of the processors; what others use up to this is the noise of an ordinary machine. */
    private static final double OTHERS_BUSY = 0.25;

    /** Of the processors; a virtual machine that misses more was not there at times. */
    private static final double STOLEN = 0.02;

    /** More garbage collection than this is a load on the measurement itself. */
    private static final double GC_SHARE = 0.05;

    /** Two halves of a steady run differ by less than this. */
    private static final double STEADY = 0.20;

    private static final int STEADY_NEEDS_INTERVALS = 4;

    /** What was seen. */
    record Evidence(
            Outcome outcome,
            AcknowledgedBy acknowledgedBy,
            boolean produces,
            boolean consumes,
            LoadFigures load,
            int processors,
            List<Fault> faultsLeft,
            Optional<String> lastFailure) {}

    private final Evidence seen;
    private final LoadFigures load;
    private final List<Reason> reasons = new ArrayList<>();

    private Judge(Evidence seen) {
        this.seen = seen;
        load = seen.load;
    }

    static Verdict judge(Evidence evidence) {
        Judge judge = new Judge(evidence);
        judge.outcome();
        judge.faults();
        judge.delivery();
        judge.acknowledgements();
        judge.rate();
        judge.samples();
        judge.clocks();
        judge.machine();
        judge.steadiness();
        return Verdict.of(judge.reasons);
    }

    private void outcome() {
        if (!seen.outcome.success()) {
            add(
                    Level.INVALID,
                    "run-failed",
                    "the run failed: " + seen.outcome.cause().orElse("no cause is known"));
        } else if (load.measured().sent() + load.measured().received() == 0) {
            add(Level.INVALID, "nothing-measured", "nothing was sent or received in the measured phase");
        }
    }

    private void faults() {
        if (!seen.outcome.success()) {
            return;
        }
        for (Fault fault : seen.faultsLeft) {
            add(
                    Level.SUSPECT,
                    "fault-not-done",
                    "the load was over before the broker's %s at %s",
                    fault.action().word(),
                    Units.formatDuration(fault.at().toNanos()));
        }
        if (load.brokerAway()) {
            add(
                    Level.SUSPECT,
                    "broker-away",
                    "there was no broker at the end: what it still has is neither delivered nor lost%s",
                    seen.lastFailure
                            .map(why -> "; the last attempt to reconnect failed: " + why)
                            .orElse(""));
        }
    }

    private void delivery() {
        LedgerCounts ledger = load.ledger();
        if (ledger.lost() > 0 && seen.produces) {
            add(
                    Level.INVALID,
                    "messages-lost",
                    "%,d of %,d messages that should have come had not when the drain ended",
                    ledger.lost(),
                    ledger.expected());
        } else if (ledger.lost() > 0) {
            // Only the producers know what a consumer that runs alone should get.
            add(
                    Level.SUSPECT,
                    "sequence-gaps",
                    "%,d of %,d messages up to the last ones had not come: lost, still under way, or taken by consumers"
                            + " that are not of this run",
                    ledger.lost(),
                    ledger.expected());
        }
        if (ledger.corrupt() > 0) {
            add(Level.INVALID, "messages-corrupt", "%,d messages were not whole", ledger.corrupt());
        }
        long duplicate = ledger.duplicate() - sum(FaultResult::duplicate);
        if (duplicate > 0) {
            add(Level.SUSPECT, "messages-duplicated", "%,d deliveries were duplicates", duplicate);
        }
        if (!ledger.exact()) {
            add(Level.SUSPECT, "ledger-overflow", "more gaps than the ledger remembers: its counts are bounds");
        }
        // A fault explains what fails after it; without one it is the load that was not what it was meant to be.
        long failed = load.total().failed() - sum(FaultResult::inDoubt);
        if (failed > 0) {
            add(
                    Level.SUSPECT,
                    "sends-failed",
                    "%,d of %,d sends failed",
                    failed,
                    load.total().sent());
        }
    }

    private void acknowledgements() {
        if (seen.produces && seen.acknowledgedBy == AcknowledgedBy.CLIENT) {
            add(
                    Level.SUSPECT,
                    "acknowledged-by-client",
                    "sends were completed by the client library, not by the broker: send and response times say nothing"
                            + " about the broker");
        }
    }

    private void rate() {
        if (!seen.produces) {
            return;
        }
        // While there was no broker nothing could be sent.
        double servedSeconds = load.measuredSeconds() - outageSeconds();
        double achieved = servedSeconds > 0 ? load.measured().sent() / servedSeconds : 0;
        if (load.intendedPerSecond() > 0 && achieved < RATE_REACHED * load.intendedPerSecond()) {
            add(
                    Level.SUSPECT,
                    "rate-missed",
                    "%,.0f messages a second were sent of the %,.0f intended",
                    achieved,
                    load.intendedPerSecond());
        } else {
            if (load.slots().unsent() > UNSENT_SHARE * load.slots().due()) {
                add(
                        Level.SUSPECT,
                        "unsent-at-end",
                        "%,d of %,d messages were due before the end of the load and not sent any more: what delayed them"
                                + " is in no latency",
                        load.slots().unsent(),
                        load.slots().due());
            }
            load.latencies()
                    .get(Latency.SCHEDULE_DELAY)
                    // What was due in an outage is late because of it.
                    .filter(h -> load.faults().isEmpty())
                    .map(h -> h.getValueAtPercentile(99))
                    .filter(p99 -> p99 > SCHEDULE_DELAY_P99_NS)
                    .ifPresent(p99 -> add(
                            Level.SUSPECT,
                            "schedule-delay",
                            "one message in a hundred was sent %.1f ms late or later: the load came in bursts",
                            p99 / 1e6));
        }
    }

    private void samples() {
        Optional<Histogram> headline = load.latencies().get(Latency.END_TO_END).or(() -> load.latencies()
                .get(Latency.RESPONSE));
        long count = headline.map(Histogram::getTotalCount).orElse(0L);
        if (seen.outcome.success() && count > 0 && count < FEW_SAMPLES) {
            add(
                    Level.SUSPECT,
                    "few-samples",
                    "%,d messages were measured: too few for the 99.9th percentile and beyond",
                    count);
        }
    }

    private void clocks() {
        if (load.total().negative() > 0) {
            add(
                    Level.SUSPECT,
                    "negative-latency",
                    "%,d latencies were below zero and are in no histogram: the clocks disagree",
                    load.total().negative());
        }
        if (load.total().foreignClock() > 0) {
            add(
                    Level.SUSPECT,
                    "foreign-clock",
                    "%,d messages were timed by another host's clock: they have no transfer and end-to-end time",
                    load.total().foreignClock());
        }
        if (load.runsSeen() > 1) {
            add(
                    Level.SUSPECT,
                    "several-runs",
                    "messages of %d runs were counted together: name one with --run-id",
                    load.runsSeen());
        }
    }

    private void machine() {
        WorkerUsage worker = load.worker();
        if (worker.seconds() <= 0) {
            return;
        }
        double cores = worker.cpuSeconds() / worker.seconds();
        if (cores > WORKER_BUSY * seen.processors) {
            add(
                    Level.SUSPECT,
                    "worker-saturated",
                    "the load generator used %.1f of %d processors: it may be the limit, not the broker",
                    cores,
                    seen.processors);
        } else if (worker.hostBusy().filter(busy -> busy > HOST_BUSY).isPresent()) {
            add(
                    Level.SUSPECT,
                    "processors-saturated",
                    "the host's %d processors were %.0f %% busy, %.1f of them with the load generator%s",
                    seen.processors,
                    100 * worker.hostBusy().orElse(0.0),
                    cores,
                    coresOf(ResourceSample.BROKER, ResourceMetric.CPU)
                            .map(broker ->
                                    String.format(Locale.ROOT, " and %.1f with the broker: they competed", broker))
                            .orElse(": whatever else runs here, the broker too, competed with it"));
        }
        others(cores);
        if (worker.gcSeconds() > GC_SHARE * worker.seconds()) {
            add(
                    Level.SUSPECT,
                    "worker-gc",
                    "the load generator spent %.0f %% of the time in garbage collections",
                    100 * worker.gcSeconds() / worker.seconds());
        }
    }

    /** What the host's processors did besides broker and load; known only where the broker's process is. */
    private void others(double workerCores) {
        Optional<Double> host = coresOf(ResourceSample.HOST, ResourceMetric.CPU);
        Optional<Double> broker = coresOf(ResourceSample.BROKER, ResourceMetric.CPU);
        double others = host.orElse(0.0) - broker.orElse(0.0) - workerCores;
        // One of two processes that make the load together knows nothing of the other.
        boolean wholeLoad = seen.produces && seen.consumes;
        if (broker.isPresent() && wholeLoad && others > OTHERS_BUSY * seen.processors) {
            add(
                    Level.SUSPECT,
                    "others-busy",
                    "%.1f of %d processors were busy with neither the broker nor the load generator: the numbers depend on"
                            + " what else runs here",
                    others,
                    seen.processors);
        }
        coresOf(ResourceSample.HOST, ResourceMetric.CPU_STOLEN)
                .filter(stolen -> stolen > STOLEN * seen.processors)
                .ifPresent(stolen -> add(
                        Level.SUSPECT,
                        "processors-stolen",
                        "this virtual machine missed %.2f of its %d processors, which its host gave to others",
                        stolen,
                        seen.processors));
    }

    private Optional<Double> coresOf(String subject, ResourceMetric metric) {
        return load.resources().stream()
                .filter(s -> s.subject().equals(subject))
                .flatMap(s -> s.get(metric).stream())
                .map(ResourceSummary.Values::mean)
                .findFirst();
    }

    private void steadiness() {
        List<Double> rates = load.ratePerInterval();
        if (rates.size() >= STEADY_NEEDS_INTERVALS
                && load.intendedPerSecond() == 0
                && load.faults().isEmpty()) {
            double first = mean(rates.subList(0, rates.size() / 2));
            double second = mean(rates.subList(rates.size() / 2, rates.size()));
            if (Math.abs(second - first) > STEADY * Math.max(first, second)) {
                add(
                        Level.SUSPECT,
                        "rate-not-steady",
                        "the rate was %,.0f/s in the first half of the measured phase and %,.0f/s in the second: a longer"
                                + " warmup may help",
                        first,
                        second);
            }
        }
        double perSecond = perSecond(load.measured().sent());
        if (seen.produces && seen.consumes && perSecond > 0 && load.waitingAtEnd() > Math.max(1_000, perSecond)) {
            add(
                    Level.SUSPECT,
                    "backlog-grew",
                    "%,d deliveries were outstanding at the end of the load: the consumers did not keep up, so end-to-end time"
                            + " depends on how long the run was",
                    load.waitingAtEnd());
        }
    }

    private long sum(ToLongFunction<FaultResult> count) {
        return load.faults().stream().mapToLong(count).sum();
    }

    /** How long of the measured phase nothing was acknowledged; an outage that two faults have in common once. */
    private double outageSeconds() {
        return load.faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .distinct()
                        .mapToLong(outage -> Math.max(0, outage.toNs() - Math.max(load.warmupNs(), outage.fromNs())))
                        .sum()
                / 1e9;
    }

    private double perSecond(long events) {
        return load.measuredSeconds() > 0 ? events / load.measuredSeconds() : 0;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private void add(Level level, String code, String format, Object... values) {
        reasons.add(new Reason(level, code, String.format(Locale.ROOT, format, values)));
    }

    /** The rate of an interval, for the evidence. */
    static double rateOf(Interval interval) {
        return interval.perSecond(
                Math.max(interval.counts().acknowledged(), interval.counts().received()));
    }
}
