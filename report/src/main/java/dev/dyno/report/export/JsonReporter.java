package dev.dyno.report.export;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.JsonText;
import dev.dyno.report.store.LiveView;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Sides;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON report of {@code artemis perf}: one array with an object per interval and a summary object at the end; before that,
 * for a run with faults, one object for each, with the {@code sampleType} {@code fault}.
 *
 * <p>Its fields and units are those of that tool: {@code time} is the end of the interval in ms since the epoch, rates are
 * messages per second, latencies are in µs. We add {@code responseTime}, {@code endToEndTime}, {@code commitTime} and
 * {@code receiveCommitTime}, {@code ownDelayTime}, {@code blockedTime} ({@code total…} in the summary), and {@code verdict},
 * {@code cause} and, by subject and metric, {@code resources} to the summary. Three things differ: latencies have decimals down
 * to the ns, {@code mean} is a number like the rest (there it is text in the locale of the machine), and a latency without values
 * in an interval is left out, not all zeros.
 *
 * <p>Where messages were unfinished, the numbers of a latency are lower ends; {@code unfinished} counts them, and {@code most}
 * has the upper ends of those percentiles that have one.
 *
 * <p>The file is a valid array once the reporter is closed, with or without a result.
 */
public final class JsonReporter implements Reporter {

    private static final Map<Latency, String> NAMES = new EnumMap<>(Map.of(
            Latency.SEND_DELAY, "delaySendTime",
            Latency.SEND_ACK, "sendTime",
            Latency.TRANSFER, "transferTime",
            Latency.RESPONSE, "responseTime",
            Latency.END_TO_END, "endToEndTime",
            Latency.COMMIT, "commitTime",
            Latency.RECEIVE_COMMIT, "receiveCommitTime",
            Latency.OWN_DELAY, "ownDelayTime",
            Latency.BLOCKED_TIME, "blockedTime",
            Latency.BY_TIMESTAMP, "timeByTimestamp"));

    private final ReportFile file;
    private final Sides sides;
    private String separator = "[\n";
    private long lastEndEpochMillis;

    public JsonReporter(ReportFile file, Sides sides) {
        this.file = file;
        this.sides = sides;
    }

    /** Writes to a writer, which stays open. */
    public static JsonReporter to(Writer out, Sides sides) {
        return new JsonReporter(ReportFile.of(out), sides);
    }

    /** @throws IOException with a sentence, if the file cannot be created */
    public static JsonReporter create(Path file, Sides sides) throws IOException {
        return new JsonReporter(ReportFile.create(file), sides);
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        lastEndEpochMillis = LiveView.endEpochMillis(interval);
        Counts counts = interval.counts();
        JsonText json = new JsonText()
                .open()
                .field("sampleType", "interval")
                .field("warmup", interval.phase() == Interval.Phase.WARMUP)
                .field("time", lastEndEpochMillis);
        if (sides.produces()) {
            json.field("sent", LiveView.perSecond(interval, counts.sent()))
                    .field("delayed", LiveView.perSecond(interval, counts.blocked()))
                    .field("completed", LiveView.perSecond(interval, counts.acknowledged()));
        }
        if (sides.consumes()) {
            json.field("received", LiveView.perSecond(interval, counts.received()));
        }
        LiveView.latencies(interval).percentiles().forEach((latency, values) -> latency(json, name(latency), values));
        write(json.close());
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        for (FaultResult fault : result.faults()) {
            write(fault(fault, result.started().toEpochMilli()));
        }
        Counts totals = result.totals();
        JsonText json = new JsonText()
                .open()
                .field("sampleType", "summary")
                .field(
                        "time",
                        lastEndEpochMillis > 0
                                ? lastEndEpochMillis
                                : result.started().toEpochMilli())
                .field("result", result.outcome().success() ? "success" : "fail");
        if (sides.produces()) {
            json.field("totalSent", totals.sent())
                    .field("totalBlocked", totals.blocked())
                    .field("totalCompleted", totals.acknowledged());
        }
        if (sides.consumes()) {
            json.field("totalReceived", totals.received());
        }
        Latencies latencies = result.latencies();
        latencies.percentiles().forEach((latency, values) -> latency(json, totalName(latency), values));
        json.field("verdict", result.verdict().level().name());
        result.outcome().cause().ifPresent(cause -> json.field("cause", cause));
        if (!result.resources().isEmpty()) {
            resources(json, result.resources());
        }
        write(json.close());
    }

    private static void resources(JsonText json, List<ResourceSummary> resources) {
        json.open("resources");
        for (ResourceSummary resource : resources) {
            json.open(resource.subject());
            resource.metrics().forEach((name, values) -> {
                json.open(name)
                        .field("min", values.min())
                        .field("mean", values.mean())
                        .field("max", values.max());
                values.last().ifPresent(last -> json.field("last", last));
                values.total().ifPresent(total -> json.field("total", total));
                json.close();
            });
            json.open("per-message");
            resource.perMessage().forEach(json::field);
            json.close().close();
        }
        json.close();
    }

    private static JsonText fault(FaultResult fault, long startEpochMillis) {
        JsonText json = new JsonText()
                .open()
                .field("sampleType", "fault")
                .field("action", fault.action())
                .field("time", startEpochMillis + fault.beganNs() / 1_000_000)
                .field("beganNs", fault.beganNs())
                .field("tookNs", fault.tookNs());
        outage(json, "publishOutage", fault.publish());
        outage(json, "worstProducerOutage", fault.worstProducer());
        outage(json, "consumeOutage", fault.consume());
        outage(json, "worstSubscriptionOutage", fault.worstSubscription());
        json.field("inDoubt", fault.inDoubt())
                .field("lost", fault.lost())
                .field("duplicate", fault.duplicate())
                .field("broken", fault.reconnects().broken())
                .field("attempts", fault.reconnects().attempts())
                .field("restored", fault.reconnects().restored());
        fault.reconnects().lastNs().ifPresent(ns -> json.field("lastRestoredNs", ns));
        return json.close();
    }

    private static void outage(JsonText json, String name, Optional<Outage> outage) {
        outage.ifPresent(o -> json.open(name)
                .field("fromNs", o.fromNs())
                .field("toNs", o.toNs())
                .field("over", o.over())
                .close());
    }

    private static void latency(JsonText json, String name, Percentiles values) {
        json.open(name)
                .field("mean", Math.round(values.meanNs()) / 1000.0)
                .field("50", values.p50Ns() / 1000.0)
                .field("90", values.p90Ns() / 1000.0)
                .field("99", values.p99Ns() / 1000.0)
                .field("99.9", values.p999Ns() / 1000.0)
                .field("99.99", values.p9999Ns() / 1000.0)
                .field("max", values.maxNs() / 1000.0)
                .field("count", values.count());
        values.unfinished().ifPresent(some -> {
            json.field("unfinished", some.count()).open("most");
            most(json, "50", some.p50Ns());
            most(json, "90", some.p90Ns());
            most(json, "99", some.p99Ns());
            most(json, "99.9", some.p999Ns());
            most(json, "99.99", some.p9999Ns());
            json.close();
        });
        json.close();
    }

    private static void most(JsonText json, String name, long ns) {
        if (ns != LatencyRange.INFINITE) {
            json.field(name, ns / 1000.0);
        }
    }

    private static String name(Latency latency) {
        return NAMES.getOrDefault(latency, latency.tag());
    }

    private static String totalName(Latency latency) {
        String name = name(latency);
        return "total" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private void write(JsonText object) throws IOException {
        file.write(separator + object);
        separator = ",\n";
    }

    @Override
    public void close() throws IOException {
        try (file) {
            file.write(separator.equals("[\n") ? "[\n]\n" : "\n]\n");
        }
    }
}
