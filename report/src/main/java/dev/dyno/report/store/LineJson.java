package dev.dyno.report.store;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/** JSON on one line, and the schemas of the lines of a stored run. Numbers have no exponent. */
public final class LineJson {

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new Plain())
                    .addSerializer(double.class, new Plain()))
            .build();

    /** Half of a surrogate pair: it has no UTF-8 form, so it is escaped. */
    private static final Pattern HALF_A_SURROGATE = Pattern.compile("\\p{Cs}");

    private static final class Plain extends ValueSerializer<Double> {

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext unused) {
            json.writeNumber(Decimals.plain(value));
        }
    }

    private LineJson() {}

    /** A record or a map, without a line end. */
    public static String of(Object value) {
        return HALF_A_SURROGATE
                .matcher(MAPPER.writeValueAsString(value))
                .replaceAll(half -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) half.group().charAt(0)));
    }

    /**
     * A line of {@code intervals.jsonl}. Latencies are keyed by tag and groups by name, in the order of the log. In the log, a
     * group's tags begin with its name.
     */
    record IntervalJson(
            int schemaVersion,
            int index,
            Interval.Phase phase,
            long startNs,
            long endNs,
            long startEpochMillis,
            Counts counts,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<AckTimes> acknowledged,
            Map<String, HistogramJson> latencies,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, IntervalJson> groups) {

        static IntervalJson of(Interval interval) {
            Map<String, HistogramJson> latencies = new LinkedHashMap<>();
            for (HdrLogReporter.Tagged some : HdrLogReporter.Tagged.of("", interval)) {
                some.histograms()
                        .forEach((latency, histogram) -> latencies.put(
                                some.prefix() + latency.tag(),
                                HistogramJson.of(some.percentiles().apply(latency, histogram))));
            }
            Map<String, IntervalJson> groups = new LinkedHashMap<>();
            interval.groups().forEach((name, part) -> groups.put(name, of(part)));
            return new IntervalJson(
                    groups.isEmpty() ? RunFolder.SCHEMA_VERSION : RunFolder.WITH_GROUPS,
                    interval.index(),
                    interval.phase(),
                    interval.startNs(),
                    interval.endNs(),
                    interval.startEpochMillis(),
                    interval.counts(),
                    Optional.of(interval.acknowledged()).filter(times -> !times.areNone()),
                    latencies,
                    groups);
        }

        /** The interval without histograms. A latency with unfinished messages is left out: its percentiles need histograms. */
        Interval brief() {
            Map<String, Interval> parts = new LinkedHashMap<>();
            groups.forEach((name, part) -> parts.put(name, part.brief()));
            return with(percentiles(""), percentiles(HdrLogReporter.WARMUP_PREFIX), parts);
        }

        private Latencies percentiles(String prefix) {
            Map<Latency, Percentiles> known = new EnumMap<>(Latency.class);
            for (Latency latency : Latency.values()) {
                HistogramJson values = latencies.get(prefix + latency.tag());
                if (values != null
                        && !latencies.containsKey(prefix + HdrLogReporter.UNFINISHED_PREFIX + latency.tag())) {
                    known.put(latency, values.percentiles());
                }
            }
            return Latencies.ofPercentiles(known);
        }

        Interval with(Latencies measured, Latencies warmup, Map<String, Interval> parts) {
            return new Interval(
                    index,
                    phase,
                    startNs,
                    endNs,
                    startEpochMillis,
                    counts,
                    measured,
                    warmup,
                    acknowledged.orElse(AckTimes.NONE),
                    0,
                    parts);
        }
    }

    /** Summary of a histogram in a line of JSON: of observed values, or of lower bounds. */
    @JsonPropertyOrder({"count", "meanNs", "percentilesNs", "maxNs"})
    record HistogramJson(
            long count,
            double meanNs,
            @JsonAnyGetter @JsonAnySetter Map<String, Long> percentilesNs,
            long maxNs) {

        HistogramJson {
            PercentileFields.requireAll(percentilesNs);
        }

        private static HistogramJson of(Percentiles values) {
            return new HistogramJson(values.count(), values.meanNs(), PercentileFields.lower(values), values.maxNs());
        }

        Percentiles percentiles() {
            return new Percentiles(count, meanNs, PercentileFields.ranges(percentilesNs, Optional.empty()), maxNs, 0);
        }
    }

    /** A record as it is stored: its schema version, then its fields. */
    public record Versioned(
            int schemaVersion, @JsonUnwrapped Object content) {

        Versioned(Object content) {
            this(RunFolder.SCHEMA_VERSION, content);
        }

        public static <T> T read(JsonNode stored, Class<T> type) {
            return StrictJson.MAPPER.treeToValue(((ObjectNode) stored).without("schemaVersion"), type);
        }
    }
}
