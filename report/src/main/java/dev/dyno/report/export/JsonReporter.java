package dev.dyno.report.export;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.LineJson;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The JSON report of {@code artemis perf}: one array with an object per interval and a summary object at the end; before that,
 * for a run with faults, one object for each, with the {@code sampleType} {@code fault}.
 *
 * <p>Its fields and units are those of that tool: {@code time} is the end of the interval in ms since the epoch, rates are
 * messages per second, latencies are in µs. We add the latencies that it lacks, for example {@code responseTime} and
 * {@code endToEndTime} ({@code total…} in the summary), and {@code verdict}, {@code cause} and, by subject and metric,
 * {@code resources} to the summary. Four things differ: latencies have decimals down to the ns, {@code mean} is a number like the
 * rest (there it is text in the locale of the machine), a latency without values in an interval is left out, not all zeros, and
 * an end of the drain that is too short for rates has none.
 *
 * <p>If messages were unfinished, the numbers of a latency are lower ends; {@code unfinished} counts the messages, and
 * {@code most} has the upper ends of those percentiles that have one. In the summary, {@code reach} is the highest percentile up
 * to which response and end-to-end have no mark, and {@code marks} of a latency has the marks of its numbers, like
 * {@code own:0.33}. In intervals and summary, {@code groups} has the rates or totals, and the latencies, of each named group.
 *
 * <p>The file is a valid array once the reporter is closed, with or without a result.
 */
public final class JsonReporter implements Reporter {

    private static final Map<Latency, String> NAMES = new EnumMap<>(Map.ofEntries(
            Map.entry(Latency.SEND_DELAY, "delaySendTime"),
            Map.entry(Latency.SEND_ACK, "sendTime"),
            Map.entry(Latency.TRANSFER, "transferTime"),
            Map.entry(Latency.RESPONSE, "responseTime"),
            Map.entry(Latency.END_TO_END, "endToEndTime"),
            Map.entry(Latency.ROUND_TRIP, "roundTripTime"),
            Map.entry(Latency.CONNECT, "connectTime"),
            Map.entry(Latency.COMMIT, "commitTime"),
            Map.entry(Latency.RECEIVE_COMMIT, "receiveCommitTime"),
            Map.entry(Latency.OWN_DELAY, "ownDelayTime"),
            Map.entry(Latency.BLOCKED_TIME, "blockedTime"),
            Map.entry(Latency.BY_TIMESTAMP, "timeByTimestamp")));

    private final ReportFile file;
    private final Roles roles;
    private String separator = "[\n";
    private long lastEndEpochMillis;

    public JsonReporter(ReportFile file, Roles roles) {
        this.file = file;
        this.roles = roles;
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        lastEndEpochMillis = interval.startEpochMillis() + (interval.endNs() - interval.startNs()) / 1_000_000;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sampleType", "interval");
        json.put("warmup", interval.phase() == Interval.Phase.WARMUP);
        json.put("time", lastEndEpochMillis);
        putValues(json, interval);
        putGroups(json, interval.groups(), this::putValues);
        write(json);
    }

    private static <T> void putGroups(
            Map<String, Object> json, Map<String, T> groups, BiConsumer<Map<String, Object>, T> values) {
        Map<String, Object> all = new LinkedHashMap<>();
        groups.forEach((name, group) -> {
            Map<String, Object> own = new LinkedHashMap<>();
            values.accept(own, group);
            all.put(name, own);
        });
        if (!all.isEmpty()) {
            json.put("groups", all);
        }
    }

    private void putValues(Map<String, Object> json, Interval interval) {
        Counts counts = interval.counts();
        if (roles.produces() && interval.hasRates()) {
            json.put("sent", interval.wholePerSecond(counts.sent()));
            json.put("delayed", interval.wholePerSecond(counts.blocked()));
            json.put("completed", interval.wholePerSecond(counts.acknowledged()));
        }
        if (roles.consumes() && interval.hasRates()) {
            json.put("received", interval.wholePerSecond(counts.received()));
        }
        interval.shown().percentiles().forEach((latency, values) -> json.put(name(latency), latency(values)));
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        long startEpochMillis = result.started().toEpochMilli();
        for (FaultResult fault : result.faults()) {
            write(fault(fault, startEpochMillis));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sampleType", "summary");
        json.put("time", lastEndEpochMillis > 0 ? lastEndEpochMillis : startEpochMillis);
        json.put("result", result.outcome().success() ? "success" : "fail");
        putTotals(json, result);
        Map<String, RunResult> groups = new LinkedHashMap<>();
        result.groups()
                .keySet()
                .forEach(name -> groups.put(name, result.group(name).orElseThrow()));
        putGroups(json, groups, this::putTotals);
        json.put("verdict", result.verdict().level().name());
        result.verdict().reach().ifPresent(reach -> json.put("reach", reach.title()));
        result.outcome().cause().ifPresent(cause -> json.put("cause", cause));
        if (!result.resources().isEmpty()) {
            Map<String, Object> resources = new LinkedHashMap<>();
            result.resources().forEach(resource -> resources.put(resource.subject(), resource(resource)));
            json.put("resources", resources);
        }
        write(json);
    }

    private void putTotals(Map<String, Object> json, RunResult result) {
        Counts totals = result.totals();
        if (roles.produces()) {
            json.put("totalSent", totals.sent());
            json.put("totalBlocked", totals.blocked());
            json.put("totalCompleted", totals.acknowledged());
        }
        if (roles.consumes()) {
            json.put("totalReceived", totals.received());
        }
        result.latencies().percentiles().forEach((latency, values) -> {
            Map<String, Object> total = latency(values);
            Map<String, Object> marks = new LinkedHashMap<>();
            for (String figure : total.keySet()) {
                result.verdict()
                        .mark(latency, "p" + figure)
                        .or(() -> result.verdict().mark(latency, figure))
                        .ifPresent(mark -> marks.put(figure, mark.word()));
            }
            if (!marks.isEmpty()) {
                total.put("marks", marks);
            }
            json.put(totalName(latency), total);
        });
        Map<String, Object> ofRates = new LinkedHashMap<>();
        Figures.ALL_RATES.forEach(
                rate -> rate.mark(Numbers.of(result)).ifPresent(mark -> ofRates.put(rate.name(), mark.word())));
        if (!ofRates.isEmpty()) {
            json.put("marks", ofRates);
        }
    }

    private static Map<String, Object> resource(ResourceSummary resource) {
        Map<String, Object> json = new LinkedHashMap<>();
        resource.metrics().forEach((name, values) -> {
            Map<String, Object> metric = new LinkedHashMap<>();
            metric.put("min", values.min());
            metric.put("mean", values.mean());
            metric.put("max", values.max());
            values.last().ifPresent(last -> metric.put("last", last));
            values.total().ifPresent(total -> metric.put("total", total));
            json.put(name, metric);
        });
        json.put("per-message", resource.perMessage());
        return json;
    }

    private static Map<String, Object> fault(FaultResult fault, long startEpochMillis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sampleType", "fault");
        json.put("action", fault.action());
        json.put("time", startEpochMillis + fault.beganNs() / 1_000_000);
        json.put("beganNs", fault.beganNs());
        json.put("tookNs", fault.tookNs());
        fault.publish().ifPresent(outage -> json.put("publishOutage", outage));
        fault.worstProducer().ifPresent(outage -> json.put("worstProducerOutage", outage));
        fault.consume().ifPresent(outage -> json.put("consumeOutage", outage));
        fault.worstSubscription().ifPresent(outage -> json.put("worstSubscriptionOutage", outage));
        json.put("inDoubt", fault.inDoubt());
        json.put("lost", fault.lost());
        json.put("duplicate", fault.duplicate());
        json.put("broken", fault.reconnects().broken());
        json.put("attempts", fault.reconnects().attempts());
        json.put("restored", fault.reconnects().restored());
        fault.reconnects().lastNs().ifPresent(ns -> json.put("lastRestoredNs", ns));
        fault.reconnects().cause().ifPresent(cause -> json.put("cause", cause));
        fault.command().ifPresent(command -> json.put("command", command));
        return json;
    }

    private static Map<String, Object> latency(Percentiles values) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mean", Math.round(values.meanNs()) / 1000.0);
        values.ranges().forEach((percentile, range) -> json.put(percentile.number(), range.lowNs() / 1000.0));
        json.put("max", values.maxNs() / 1000.0);
        json.put("count", values.count());
        if (values.hasUnfinished()) {
            json.put("unfinished", values.unfinishedCount());
            Map<String, Object> most = new LinkedHashMap<>();
            values.ranges().forEach((percentile, range) -> {
                if (!range.isOpen()) {
                    most.put(percentile.number(), range.highNs() / 1000.0);
                }
            });
            json.put("most", most);
        }
        return json;
    }

    private static String name(Latency latency) {
        return NAMES.getOrDefault(latency, latency.tag());
    }

    private static String totalName(Latency latency) {
        String name = name(latency);
        return "total" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private void write(Map<String, Object> object) throws IOException {
        file.write(separator + LineJson.of(object));
        separator = ",\n";
    }

    @Override
    public void close() throws IOException {
        try (file) {
            file.write(separator.equals("[\n") ? "[\n]\n" : "\n]\n");
        }
    }
}
