package dev.dyno.report.metrics;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends the figures of one run to a receiver of OpenTelemetry's protocol, OTLP, as JSON: every {@value #EVERY} seconds, and with
 * the verdict when the run has ended. Latencies are histograms, too, which can be added up over processes.
 *
 * <p>Assumptions and guarantees: those of {@link RunMetrics}. Only the end waits for the receiver; no seconds are sent while an
 * answer to earlier ones is missing.
 */
public final class OtlpPush extends RunMetrics {

    private static final int EVERY = 5;
    private static final String PATH = "/v1/metrics";

    private static final String HISTOGRAM = "latency_histogram_seconds";

    /** Resolution of the histograms: the upper end of a bucket is 2^(1/32) times its lower end, 2.2 % more. */
    private static final int SCALE = 5;

    /** Pattern of a header: a name and an encoded value without ends of lines. */
    private static final String HEADER = "\\s*[\\w-]+=(?:[^%\\r\\n]++|%(?!0[AaDd])\\p{XDigit}{2})*+";

    /** Value of the protocol for sums since the start. */
    private static final int CUMULATIVE = 2;

    private final URI url;
    private final Map<String, String> headers;
    private final Labels resource;
    private CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);
    private long startMillis;
    private long nowMillis;

    /**
     * @param url URL of the receiver, to which {@value #PATH} is added if it does not end with that
     * @param more headers of each request
     */
    public OtlpPush(URI url, Map<String, String> more, Subject subject, int deliveries) {
        super(subject, deliveries);
        String text = url.toString().replaceFirst("/$", "");
        this.url = text.endsWith(PATH) ? url : URI.create(text + PATH);
        headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", "application/json");
        resource = Labels.of("service.name", "dyno", "service.instance.id", subject.run());
    }

    /**
     * Reads headers in the form of the variables of OpenTelemetry: {@code name=value}, with commas between, encoded as in a URL.
     *
     * @throws IllegalArgumentException with a sentence that does not repeat the headers, because they may have secrets
     */
    public static Map<String, String> headers(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String one : text.split(",", -1)) {
            if (!one.matches(HEADER)) {
                throw new IllegalArgumentException(
                        "must be NAME=VALUE of a header of HTTP, several with commas between.");
            }
            String[] parts = one.strip().split("=", 2);
            // Unlike in forms, a plus sign does not stand for a space.
            headers.put(parts[0], URLDecoder.decode(parts[1].replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return headers;
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        super.onInterval(interval);
        startMillis = startMillis == 0 ? interval.startEpochMillis() : startMillis;
        nowMillis = interval.startEpochMillis() + (interval.endNs() - interval.startNs()) / 1_000_000;
        if ((interval.index() + 1) % EVERY == 0 && sending.isDone()) {
            byte[] body = body();
            sending = CompletableFuture.runAsync(() -> {
                try {
                    MetricsPush.send(url, "POST", headers, body);
                } catch (IOException e) {
                    // This failure is ignored: if the push at the end fails, too, that one is reported.
                }
            });
        }
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        super.onResult(result);
        byte[] body;
        synchronized (this) {
            startMillis = startMillis == 0 ? result.started().toEpochMilli() : startMillis;
            // The time must be later than that of the last push, because a receiver rejects another value of one
            // instant.
            nowMillis = Math.max(nowMillis + 1, startMillis);
            body = body();
        }
        JsonNode answer;
        try {
            answer = JsonMapper.shared().readTree(MetricsPush.send(url, "POST", headers, body));
        } catch (JacksonException e) {
            // An answer that is not JSON has no remarks: the receiver has accepted everything.
            return;
        }
        JsonNode partial = answer.path("partialSuccess");
        String rejected = partial.path("rejectedDataPoints").asString("0");
        if (!rejected.equals("0")) {
            throw new IOException(url + " rejected " + rejected + " values: "
                    + partial.path("errorMessage").asString("no reason given") + ".");
        }
    }

    private byte[] body() {
        List<Object> metrics = new ArrayList<>();
        collect().forEach(family -> metrics.add(metric(family)));
        Map<String, List<Object>> histograms = new LinkedHashMap<>();
        latencies()
                .forEach((labels, latencies) -> latencies.percentiles().keySet().forEach(latency -> histograms
                        .computeIfAbsent(
                                labels.contains("group") ? "dyno_group_" + HISTOGRAM : "dyno_" + HISTOGRAM,
                                name -> new ArrayList<>())
                        .add(histogram(
                                labels.merge(Labels.of("latency", latency.tag())),
                                latencies.lowerEnds(latency).orElseThrow()))));
        histograms.forEach((name, points) -> metrics.add(Map.of(
                "name",
                name,
                "description",
                "Latencies as in the summaries, in buckets that can be added up.",
                "exponentialHistogram",
                Map.of("aggregationTemporality", CUMULATIVE, "dataPoints", points))));
        return JsonMapper.shared()
                .writeValueAsBytes(Map.of(
                        "resourceMetrics",
                        List.of(Map.of(
                                "resource",
                                Map.of("attributes", attributes(resource)),
                                "scopeMetrics",
                                List.of(Map.of("scope", Map.of("name", "dyno"), "metrics", metrics))))));
    }

    private Map<String, Object> metric(MetricSnapshot family) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("dataPoints", family.getDataPoints().stream().map(this::point).toList());
        DataPointSnapshot first = family.getDataPoints().get(0);
        String kind = first instanceof SummaryDataPointSnapshot ? "summary" : "gauge";
        if (first instanceof CounterDataPointSnapshot) {
            kind = "sum";
            data.put("isMonotonic", true);
            data.put("aggregationTemporality", CUMULATIVE);
        }
        String name = family.getMetadata().getName();
        return Map.of(
                "name", name, "description", String.valueOf(family.getMetadata().getHelp()), kind, data);
    }

    /** Histogram whose bucket {@code i} holds the seconds above {@code 2^(i / 2^SCALE)}, up to {@code 2^((i + 1) / 2^SCALE)}. */
    private Map<String, Object> histogram(Labels labels, Histogram ns) {
        NavigableMap<Integer, Long> buckets = new TreeMap<>();
        for (HistogramIterationValue step : ns.recordedValues()) {
            if (step.getValueIteratedTo() > 0) {
                double power = Math.log(step.getValueIteratedTo() / 1e9) / Math.log(2);
                buckets.merge(
                        (int) Math.ceil(Math.scalb(power, SCALE)) - 1, step.getCountAtValueIteratedTo(), Long::sum);
            }
        }
        List<String> counts = new ArrayList<>();
        int first = buckets.isEmpty() ? 0 : buckets.firstKey();
        for (int i = first; !buckets.isEmpty() && i <= buckets.lastKey(); i++) {
            counts.add(Long.toString(buckets.getOrDefault(i, 0L)));
        }
        Map<String, Object> fields = fields(labels);
        fields.put("count", Long.toString(ns.getTotalCount()));
        fields.put("sum", ns.getMean() * ns.getTotalCount() / 1e9);
        fields.put("scale", SCALE);
        fields.put("zeroCount", Long.toString(ns.getCountAtValue(0)));
        fields.put("positive", Map.of("offset", first, "bucketCounts", counts));
        return fields;
    }

    private Map<String, Object> fields(Labels labels) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("attributes", attributes(labels));
        // Whole numbers of 64 bits are text in the protocol's JSON.
        fields.put("startTimeUnixNano", startMillis + "000000");
        fields.put("timeUnixNano", nowMillis + "000000");
        return fields;
    }

    private Map<String, Object> point(DataPointSnapshot point) {
        Map<String, Object> fields = fields(point.getLabels());
        if (point instanceof CounterDataPointSnapshot counter) {
            fields.put("asDouble", counter.getValue());
        } else if (point instanceof GaugeDataPointSnapshot gauge) {
            fields.put("asDouble", gauge.getValue());
        } else if (point instanceof SummaryDataPointSnapshot summary) {
            List<Object> quantiles = new ArrayList<>();
            summary.getQuantiles()
                    .forEach(one -> quantiles.add(Map.of("quantile", one.getQuantile(), "value", one.getValue())));
            fields.put("quantileValues", quantiles);
            fields.put("count", Long.toString(summary.getCount()));
            fields.put("sum", summary.getSum());
        }
        return fields;
    }

    private static List<Object> attributes(Labels labels) {
        List<Object> attributes = new ArrayList<>();
        labels.forEach(label ->
                attributes.add(Map.of("key", label.getName(), "value", Map.of("stringValue", label.getValue()))));
        return attributes;
    }
}
