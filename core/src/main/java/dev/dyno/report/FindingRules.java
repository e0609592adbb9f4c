package dev.dyno.report;

import static dev.dyno.report.Words.count;
import static dev.dyno.report.Words.duration;
import static dev.dyno.report.Words.number;

import dev.dyno.result.Counts;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outage;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import dev.dyno.result.WorkerUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** What made the numbers of a run. Each rule looks for one thing; each bound stands here with why it is where it is. */
final class FindingRules {

    /** As the verdict has it: above this, somebody waited for a processor most of the time. */
    private static final double FULL = 0.95;

    /** A disk that has work this much of the time is waited for. */
    private static final double DISK_FULL_PERCENT = 90;

    /** Most sends. */
    private static final double MOSTLY = 0.5;

    /** What is beyond the 99th percentile: so few sends are enough to make it. */
    private static final double BEYOND_P99 = 0.01;

    /** What is under way when a fault begins still comes. */
    private static final long AFTERMATH_NS = 100_000_000;

    /** A percentile that falls by more than this without some seconds is made by them. */
    private static final double MADE_BY = 0.5;

    /** Stalls of lengths within this of each other are of one length. */
    private static final double ALIKE = 1.25;

    /** More garbage collection than this slows everything. */
    private static final double GC_SHARE = 0.05;

    /** Memory that grows by less between the second and the last quarter of the run is steady. */
    private static final double GROWTH = 1.1;

    private static final double GROWTH_BYTES = 16 << 20;
    private static final int GROWTH_SAMPLES = 20;
    private static final int MAX_FAULTS = 6;
    private static final double[] PERCENTILES = {90, 99, 99.9, 99.99};

    private final RunResult run;
    private final ReportData.Intervals intervals;
    private final Map<String, ReportData.OverTime> overTime;
    private final Map<Latency, List<int[]>> heat;
    private final List<ReportData.ResourceSeries> resources;
    private final List<Finding> findings = new ArrayList<>();

    private FindingRules(
            RunResult run,
            ReportData.Intervals intervals,
            Map<String, ReportData.OverTime> overTime,
            Map<Latency, List<int[]>> heat,
            List<ReportData.ResourceSeries> resources) {
        this.run = run;
        this.intervals = intervals;
        this.overTime = overTime;
        this.heat = heat;
        this.resources = resources;
    }

    /** @param heat of each interval a column of a {@link HeatMap}, of the headline latencies */
    static List<Finding> of(
            RunResult run,
            ReportData.Intervals intervals,
            Map<String, ReportData.OverTime> overTime,
            Map<Latency, List<int[]>> heat,
            List<ReportData.ResourceSeries> resources) {
        FindingRules rules = new FindingRules(run, intervals, overTime, heat, resources);
        rules.limit();
        rules.late();
        rules.stalls();
        rules.faults();
        rules.backlog();
        rules.collections();
        rules.memory();
        rules.ledger();
        return List.copyOf(rules.findings);
    }

    /** What kept the rate from being higher, or that nothing did. */
    private void limit() {
        Counts measured = run.measured();
        WorkerUsage worker = run.worker();
        if (measured.sent() == 0 || worker.seconds() <= 0) {
            return;
        }
        double processors = processors();
        double workerCores = worker.cpuSeconds() / worker.seconds();
        Optional<Double> brokerCores = mean(ResourceSample.BROKER, ResourceMetric.CPU);
        double busy = worker.hostBusy().orElse(0.0);
        Optional<Double> disk = mean(ResourceSample.HOST, ResourceMetric.DISK_BUSY);
        String shares = number(workerCores) + " with the load generator"
                + brokerCores
                        .map(cores -> ", " + number(cores) + " with the broker")
                        .orElse("");
        double others = busy * processors - workerCores - brokerCores.orElse(0.0);
        if (workerCores >= FULL * processors) {
            add(
                    "limited-by-generator",
                    "Limited by the load generator: it used " + number(workerCores) + " of " + number(processors)
                            + " processors.");
        } else if (busy >= FULL && brokerCores.isPresent() && others > workerCores + brokerCores.orElse(0.0)) {
            add(
                    "held-back-by-others",
                    "Held back by what else runs on this machine: of its " + number(processors) + " processors, "
                            + number(others) + " were busy with other things, " + shares + ".");
        } else if (busy >= FULL) {
            add(
                    "limited-by-processors",
                    "Limited by this machine: its " + number(processors) + " processors were " + number(100 * busy)
                            + " % busy, " + shares + ".");
        } else if (disk.filter(percent -> percent >= DISK_FULL_PERCENT).isPresent()) {
            add(
                    "limited-by-disk",
                    "Limited by the disk: the busiest one had work " + number(disk.orElse(0.0)) + " % of the time.");
        } else if (!isScheduled() && measured.blocked() >= MOSTLY * measured.sent()) {
            window(measured);
        } else if (isScheduled() && !hasReason("rate-missed") && !hasReason("unsent-at-end")) {
            add(
                    "rate-held",
                    "The intended rate was held, " + number(perSecond(measured.sent()))
                            + " messages a second, and no processor or disk was full: the load generator used "
                            + number(workerCores)
                            + brokerCores
                                    .map(cores -> " and the broker " + number(cores))
                                    .orElse("")
                            + (Double.isInfinite(processors) ? "" : " of " + number(processors)) + " processors.");
        }
    }

    /** All-out, a producer sends when an acknowledgement makes room; by Little's law, rate = in flight / time. */
    private void window(Counts measured) {
        latency(Latency.SERVICE)
                .ifPresent(service -> add(
                        "limited-by-acknowledgements",
                        "Paced by acknowledgements: " + percent(measured.blocked(), measured.sent())
                                + " of the sends had to wait for an earlier one's, with "
                                + number(perSecond(measured.acknowledged()) * service.getMean() / 1e9)
                                + " messages in flight on average and " + duration(service.getMean())
                                + " from send to acknowledgement."));
    }

    /** Where response time comes from, if not from the broker's answer. */
    private void late() {
        Optional<Histogram> response = latency(Latency.RESPONSE);
        Optional<Histogram> delay = latency(Latency.SCHEDULE_DELAY);
        Optional<Histogram> service = latency(Latency.SERVICE);
        // What was due in an outage is late because of it, and that is told with the fault.
        if (response.isEmpty()
                || delay.isEmpty()
                || service.isEmpty()
                || !run.faults().isEmpty()) {
            return;
        }
        long responseP99 = p99(response.orElseThrow());
        long delayP99 = p99(delay.orElseThrow());
        // Timers of an idle machine are late by tens of us: with a fast broker that is half of the time, and says
        // nothing.
        if (delayP99 < MOSTLY * responseP99 || delayP99 < 1_000_000) {
            return;
        }
        Counts measured = run.measured();
        String why = measured.blocked() > BEYOND_P99 * measured.sent()
                ? "; " + percent(measured.blocked(), measured.sent())
                        + " of the sends had to wait for an earlier one's acknowledgement"
                : "; nearly none of the sends waited for an acknowledgement, so the load generator itself was late";
        add(
                "sent-late",
                "The 99th percentile of response time, " + duration(responseP99) + ", is mostly delay before the send ("
                        + duration(delayP99) + "), not the time to acknowledge (" + duration(p99(service.orElseThrow()))
                        + ")" + why + ".");
    }

    /** Which percentile a few bad seconds make. */
    private void stalls() {
        Latency headline = latency(Latency.END_TO_END).isPresent() ? Latency.END_TO_END : Latency.RESPONSE;
        Optional<Histogram> whole = latency(headline);
        ReportData.OverTime seconds = overTime.get(headline.tag());
        if (whole.isEmpty() || seconds == null) {
            return;
        }
        Stalls found = Stalls.of(intervals, seconds.maxNs());
        if (found.stalls().isEmpty()) {
            return;
        }
        List<int[]> columns = heat.getOrDefault(headline, List.of());
        long[] others = HeatMap.sum(IntStream.range(0, columns.size())
                .filter(i -> intervals.phaseOf(i) != Interval.Phase.WARMUP
                        && !found.stalled().contains(i))
                .mapToObj(columns::get)
                .toList());
        String name = headline == Latency.END_TO_END ? "end-to-end time" : "response time";
        String what =
                "The maximum of " + name + ", " + duration(whole.orElseThrow().getMaxValue()) + ",";
        String without = "";
        for (double percentile : PERCENTILES) {
            long all = whole.orElseThrow().getValueAtPercentile(percentile);
            double rest = percentile(others, percentile);
            if (rest > 0 && rest < MADE_BY * all) {
                what = "The " + ordinal(percentile) + " percentile of " + name + ", " + duration(all) + ",";
                without = " Without the seconds in which they happened it would be about " + duration(rest) + ".";
                break;
            }
        }
        add("stalls", what + " is set by " + describe(found) + "." + without + causes(found));
    }

    private static String describe(Stalls found) {
        int number = found.stalls().size();
        String length = found.longestNs() <= ALIKE * found.shortestNs()
                ? duration(found.medianNs())
                : duration(found.shortestNs()) + " to " + duration(found.longestNs());
        String when = found.periodS()
                .map(period -> ", one every " + number(Math.rint(period * 10) / 10) + " s")
                .orElseGet(() -> number > MAX_FAULTS
                        ? ""
                        : ", at "
                                + found.stalls().stream()
                                        .map(stall -> number(Math.floor(stall.fromS())) + " s")
                                        .collect(Collectors.joining(", ")));
        return count(number, "stall", "stalls") + " of " + length + when;
    }

    /** What else happened in the same seconds. */
    private String causes(Stalls found) {
        Map<String, Integer> causes = new LinkedHashMap<>();
        for (Stalls.Stall stall : found.stalls()) {
            causeOf(stall).ifPresent(cause -> causes.merge(cause, 1, Integer::sum));
        }
        int all = found.stalls().size();
        return causes.isEmpty()
                ? " Nothing that was sampled explains " + (all == 1 ? "it" : "them") + "."
                : causes.entrySet().stream()
                        .map(cause -> " " + (all == 1 ? "It fell" : cause.getValue() + " of " + all + " fell")
                                + " together with " + cause.getKey() + ".")
                        .collect(Collectors.joining());
    }

    private Optional<String> causeOf(Stalls.Stall stall) {
        double fromNs = stall.fromS() * 1e9 - stall.lengthNs();
        if (run.faults().stream().anyMatch(f -> f.beganNs() >= fromNs && f.beganNs() <= stall.toS() * 1e9)) {
            return Optional.of("a fault of the broker");
        }
        double half = stall.lengthNs() / 2 / 1e9;
        if (Math.max(
                        most(ResourceSample.BROKER, ResourceMetric.GC_TIME, stall),
                        most(ResourceSample.BROKER, ResourceMetric.STOPPED, stall))
                >= half) {
            return Optional.of("a garbage collection or another stop of the broker's JVM");
        }
        if (most(ResourceSample.WORKER, ResourceMetric.GC_TIME, stall) >= half) {
            return Optional.of("a garbage collection of the load generator");
        }
        if (most(ResourceSample.HOST, ResourceMetric.DISK_BUSY, stall) >= DISK_FULL_PERCENT) {
            return Optional.of("a disk that was busy all the time");
        }
        // Processors that are always full tell nothing of one second.
        boolean mostlyFull = mean(ResourceSample.HOST, ResourceMetric.CPU).orElse(0.0) >= FULL * processors();
        return !mostlyFull && most(ResourceSample.HOST, ResourceMetric.CPU, stall) >= FULL * processors()
                ? Optional.of("processors that were all busy")
                : Optional.empty();
    }

    /** The largest value of the samples that touch a stall; 0 if there is none. */
    private double most(String subject, ResourceMetric metric, Stalls.Stall stall) {
        double most = 0;
        for (ReportData.ResourceSeries series : resources) {
            Optional<Column> values = series.subject().equals(subject) ? series.get(metric) : Optional.empty();
            for (int i = 0; values.isPresent() && i < series.endS().size(); i++) {
                boolean touches =
                        series.endS().get(i) > stall.fromS() && series.startS().get(i) < stall.toS();
                most = touches && values.orElseThrow().has(i)
                        ? Math.max(most, values.orElseThrow().get(i))
                        : most;
            }
        }
        return most;
    }

    /** What each fault has cost; those that share an outage are told together. */
    private void faults() {
        Map<String, List<FaultResult>> groups = new LinkedHashMap<>();
        for (FaultResult fault : run.faults()) {
            groups.computeIfAbsent(fault.publish() + " " + fault.consume(), key -> new ArrayList<>())
                    .add(fault);
        }
        groups.values().stream().limit(MAX_FAULTS).forEach(group -> add("fault", outage(group)));
        if (groups.size() > MAX_FAULTS) {
            add("fault", "And " + (groups.size() - MAX_FAULTS) + " more faults, in the table of faults.");
        }
    }

    private String outage(List<FaultResult> group) {
        List<FaultResult> within = group.stream()
                .filter(f -> f.publish()
                        .or(f::consume)
                        .filter(o -> f.beganNs() >= o.fromNs() - AFTERMATH_NS && f.beganNs() <= o.toNs())
                        .isPresent())
                .toList();
        // One that came before the outage, and nothing after it, shares it; it is not what brought it about.
        String names = (within.isEmpty() ? group : within)
                .stream()
                        .map(f -> f.action() + " at " + number(f.beganNs() / 1e9) + " s")
                        .collect(Collectors.joining(" and "));
        List<String> parts = new ArrayList<>();
        FaultResult first = group.get(0);
        first.publish().ifPresent(o -> parts.add("nothing was acknowledged for " + length(o)));
        first.consume().ifPresent(o -> parts.add("nothing was delivered for " + length(o)));
        if (parts.isEmpty()) {
            parts.add("no outage of a millisecond or more");
        }
        long inDoubt = sum(group, FaultResult::inDoubt);
        return "After " + names + ", " + String.join(", and ", parts) + "; "
                + count(inDoubt, "message", "messages") + " in doubt, "
                + count(sum(group, FaultResult::lost), "lost", "lost") + ", "
                + count(sum(group, FaultResult::duplicate), "duplicate", "duplicates") + ".";
    }

    private static String length(Outage outage) {
        return duration(outage.toNs() - outage.fromNs()) + (outage.over() ? "" : ", until the end of the load");
    }

    private static long sum(List<FaultResult> faults, ToLongFunction<FaultResult> count) {
        return faults.stream().mapToLong(count).sum();
    }

    /** Deliveries that waited. */
    private void backlog() {
        int last = -1;
        int peak = -1;
        Column outstanding = intervals.outstanding();
        for (int i = 0; i < intervals.size(); i++) {
            if (intervals.phaseOf(i) == Interval.Phase.MEASURE && outstanding.has(i)) {
                last = i;
                peak = peak < 0 || outstanding.get(i) > outstanding.get(peak) ? i : peak;
            }
        }
        // What is under way within a second is no backlog.
        double bound = Math.max(1_000, perSecond(run.measured().received()));
        if (last < 0 || outstanding.get(peak) <= bound) {
            return;
        }
        String most = number(outstanding.get(peak)) + " deliveries were outstanding at "
                + number(intervals.endS().get(peak)) + " s";
        add(
                "backlog",
                outstanding.get(last) > bound
                        ? "The consumers did not keep up: " + most + ", " + number(outstanding.get(last))
                                + " at the end of the load."
                        : "A backlog built up and was worked off: " + most + ", " + number(outstanding.get(last))
                                + " at the end of the load.");
    }

    private void collections() {
        double seconds = run.measuredNs() / 1e9;
        summary(ResourceSample.BROKER, ResourceMetric.GC_TIME)
                .flatMap(ResourceSummary.Values::total)
                .filter(time -> time > GC_SHARE * seconds)
                .ifPresent(time -> add(
                        "broker-gc",
                        "The broker's JVM spent " + number(100 * time / seconds)
                                + " % of the time in garbage collections."));
    }

    /** Whether the broker's memory had come to rest. */
    private void memory() {
        for (ReportData.ResourceSeries series : resources) {
            Optional<Column> rss =
                    series.subject().equals(ResourceSample.BROKER) ? series.get(ResourceMetric.RSS) : Optional.empty();
            double[] values = rss.stream()
                    .flatMapToDouble(column -> IntStream.range(0, column.size())
                            .filter(i -> column.has(i)
                                    && series.endS().get(i) * 1e9 > run.warmupNs()
                                    && series.startS().get(i) * 1e9 < run.warmupNs() + run.measuredNs())
                            .mapToDouble(column::get))
                    .toArray();
            if (values.length < GROWTH_SAMPLES) {
                continue;
            }
            int quarter = values.length / 4;
            double second = average(values, quarter, 2 * quarter);
            double fourth = average(values, values.length - quarter, values.length);
            if (fourth > GROWTH * second && fourth - second > GROWTH_BYTES) {
                add(
                        "broker-memory-grew",
                        "The broker's memory had not come to rest: its RSS was " + Words.bytes(values[0])
                                + " at the start of the measured phase and " + Words.bytes(values[values.length - 1])
                                + " at its end.");
            }
        }
    }

    private static double average(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private void ledger() {
        LedgerCounts ledger = run.ledger();
        boolean whole = ledger.lossKnown()
                && ledger.exact()
                && ledger.delivered() > 0
                && ledger.expected() == ledger.delivered()
                && ledger.lost() + ledger.duplicate() + ledger.reordered() + ledger.corrupt() + ledger.inDoubt() == 0;
        if (whole) {
            add(
                    "delivered-exactly-once",
                    "Every message came exactly once and in order: "
                            + count(ledger.delivered(), "delivery.", "deliveries."));
        }
    }

    private static double percentile(long[] counts, double percentile) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        long rank = (long) Math.ceil(percentile / 100 * total);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank && total > 0) {
                return HeatMap.upperNs(bucket);
            }
        }
        return 0;
    }

    private static String ordinal(double percentile) {
        return (percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile))
                + "th";
    }

    private static long p99(Histogram histogram) {
        return histogram.getValueAtPercentile(99);
    }

    private static String percent(long part, long whole) {
        return number(100.0 * part / whole) + " %";
    }

    private boolean isScheduled() {
        return latency(Latency.SCHEDULE_DELAY).isPresent();
    }

    private boolean hasReason(String code) {
        return run.verdict().reasons().stream().anyMatch(reason -> reason.code().equals(code));
    }

    private double perSecond(long events) {
        return run.measuredNs() > 0 ? events / (run.measuredNs() / 1e9) : 0;
    }

    private Optional<Histogram> latency(Latency latency) {
        return run.latencies().get(latency);
    }

    private Optional<ResourceSummary.Values> summary(String subject, ResourceMetric metric) {
        return run.resources(subject).flatMap(summary -> summary.get(metric));
    }

    private Optional<Double> mean(String subject, ResourceMetric metric) {
        return summary(subject, metric).map(ResourceSummary.Values::mean);
    }

    /** Of the host that the load generator ran on; without a limit if that is not known. */
    private double processors() {
        String text = run.environment().getOrDefault("processors", "");
        return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : Double.POSITIVE_INFINITY;
    }

    private void add(String code, String sentence) {
        findings.add(new Finding(code, sentence));
    }
}
