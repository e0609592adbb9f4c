package dev.dyno.report.store;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RecordedCounts;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.Marks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schema of {@code run.json}: the fields of {@link RunResult}, and those of this file only. A new field, also in the records of
 * the result package that it includes, is a new schema version; a test pins the text.
 *
 * @param result without its latencies: decoding them takes most of the time
 */
public record RunJson(RunResult result, Own own) {

    /** Fields in the order of the file. */
    private static final List<String> FIELDS =
            List.of(("schemaVersion runId name started warmupNs measuredNs drainNs lastDeliveryNs"
                            + " intervalCount resourceCount seed outcome verdict conditions totals measured due ledger groups faults backlog"
                            + " worker workers resources brokerDeath profiles semantics environment config figures latencies")
                    .split(" ", -1));

    private static final String LATENCIES = "latencies";
    private static final String GROUPS = "groups";
    private static final JsonNode NONE = IntNode.valueOf(0);

    private static final Set<String> OWN_FIELDS =
            Set.of("schemaVersion", "intervalCount", "resourceCount", "figures", LATENCIES);

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addMixIn(DriverSemantics.class, CardMixIn.class)
            .addMixIn(FaultResult.class, FaultMixIn.class)
            .addMixIn(Latencies.class, LatenciesMixIn.class)
            .addMixIn(Percentile.class, PercentileMixIn.class)
            .build();

    /** Writes a semantics card as its facts. */
    public abstract static class CardMixIn {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        CardMixIn(Map<String, String> facts) {}

        @JsonValue
        abstract Map<String, String> facts();
    }

    /** Writes a percentile as {@code p99.9}, also as a key. */
    public abstract static class PercentileMixIn {

        @JsonValue
        abstract String title();
    }

    /** Omits the command of a fault that has none. */
    public abstract static class FaultMixIn {

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        abstract Optional<CommandResult> command();
    }

    /** Omits the latencies of a result and of its groups, which are written and read separately. */
    @JsonIgnoreProperties(value = "empty", ignoreUnknown = true)
    private abstract static class LatenciesMixIn {}

    /**
     * Fields that are not part of a result.
     *
     * @param intervalCount lines of {@code intervals.jsonl}
     * @param resourceCount lines of {@code resources.jsonl}
     * @param figures by name, without those of latencies; for other programs, because Dyno computes them again
     * @param latencies by tag
     */
    record Own(
            int schemaVersion,
            int intervalCount,
            int resourceCount,
            Map<String, Double> figures,
            Map<String, LatencyJson> latencies) {}

    /**
     * @param count number of all values, including unfinished ones
     * @param percentilesNs lower ends
     * @param histogram histogram of the observed values; compressed V2 encoding, Base64
     * @param unfinished the unfinished values; null if there are none
     * @param ownDelay Dyno's own delay in this latency; null if there is none
     */
    @JsonPropertyOrder({"count", "meanNs", "percentilesNs", "maxNs", "histogram", "unfinished", "ownDelay"})
    record LatencyJson(
            long count,
            double meanNs,
            @JsonAnyGetter @JsonAnySetter Map<String, Long> percentilesNs,
            long maxNs,
            String histogram,
            Optional<UnfinishedJson> unfinished,
            Optional<OwnDelayJson> ownDelay) {

        LatencyJson {
            PercentileFields.requireAll(percentilesNs);
        }

        static LatencyJson of(Latencies latencies, Latency latency) {
            Percentiles values = latencies.percentiles(latency).orElseThrow();
            return new LatencyJson(
                    values.count(),
                    values.meanNs(),
                    PercentileFields.lower(values),
                    values.maxNs(),
                    encoded(latencies.get(latency).orElseGet(() -> new Histogram(Latencies.SIGNIFICANT_DIGITS))),
                    latencies
                            .unfinished(latency)
                            .map(bounds -> new UnfinishedJson(
                                    values.unfinishedCount(), PercentileFields.upper(values), encoded(bounds))),
                    Optional.ofNullable(latencies.ownDelaysAsMap().get(latency))
                            .map(delays -> new OwnDelayJson(delays.getTotalCount(), encoded(delays))));
        }

        Percentiles percentiles() {
            return new Percentiles(
                    count,
                    meanNs,
                    PercentileFields.ranges(percentilesNs, unfinished.map(UnfinishedJson::mostNs)),
                    maxNs,
                    unfinishedCount());
        }

        private long unfinishedCount() {
            return unfinished.map(UnfinishedJson::count).orElse(0L);
        }

        /** @throws IllegalArgumentException if a histogram is damaged; says which one */
        void addTo(Latencies latencies, String tag) {
            latencies.add(latencyOf(tag), decoded(tag, histogram, count - unfinishedCount()));
            unfinished.ifPresent(bounds -> latencies.addUnfinished(
                    latencyOf(tag), decoded("the unfinished of " + tag, bounds.histogram, bounds.count)));
            ownDelay.ifPresent(delays -> latencies.addOwnDelay(
                    latencyOf(tag),
                    RecordedCounts.of(decoded("the own delay in " + tag, delays.histogram, delays.sumNs))));
        }
    }

    /**
     * Dyno's own delay in a latency.
     *
     * @param sumNs sum over all messages
     * @param histogram its count of a value is the sum of the own delays, in ns, of the messages with that value
     */
    record OwnDelayJson(long sumNs, String histogram) {}

    /**
     * @param mostNs upper ends of percentiles; null for a percentile without one
     * @param histogram histogram of the lower bounds
     */
    @JsonPropertyOrder({"count", "mostNs", "histogram"})
    record UnfinishedJson(
            long count, @JsonAnyGetter @JsonAnySetter Map<String, Optional<Long>> mostNs, String histogram) {

        UnfinishedJson {
            PercentileFields.requireAll(mostNs);
        }
    }

    static String write(RunResult result, int intervalCount, int resourceCount) {
        boolean hasGroups = !result.groups().isEmpty();
        Own own = new Own(
                hasGroups ? RunFolder.WITH_GROUPS : RunFolder.SCHEMA_VERSION,
                intervalCount,
                resourceCount,
                Figures.valuesOf(result),
                byTag(result.latencies()));
        ObjectNode fields = MAPPER.valueToTree(result);
        fields.setAll(MAPPER.<ObjectNode>valueToTree(own));
        result.groups()
                .forEach((name, group) -> ((ObjectNode) fields.path(GROUPS).path(name))
                        .set(LATENCIES, MAPPER.valueToTree(byTag(group.latencies()))));
        ObjectNode json = MAPPER.createObjectNode();
        FIELDS.stream()
                .filter(name -> !name.equals(GROUPS) || hasGroups)
                .forEach(name -> json.set(name, fields.get(name)));
        // Written as bytes first: the library then escapes half of a surrogate pair, which has no UTF-8 form.
        byte[] text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static Map<String, LatencyJson> byTag(Latencies latencies) {
        Map<String, LatencyJson> byTag = new LinkedHashMap<>();
        latencies
                .percentiles()
                .keySet()
                .forEach(latency -> byTag.put(latency.tag(), LatencyJson.of(latencies, latency)));
        return byTag;
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer =
                ByteBuffer.allocate(histogram.getNeededByteBufferCapacity()).order(ByteOrder.BIG_ENDIAN);
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    static RunJson read(ObjectNode json) {
        int version = json.path("schemaVersion").intValue();
        if (version == RunFolder.OLDEST_READ) {
            OldFindings.inRun(json);
        }
        boolean isMarked = version >= RunFolder.SCHEMA_VERSION;
        if (!isMarked) {
            ((ObjectNode) json.path("verdict")).putNull("reach").putObject("marks");
            if (json.path("conditions") instanceof ObjectNode conditions && !conditions.has("wakeUps")) {
                conditions.putNull("wakeUps");
            }
            json.path(LATENCIES).forEach(latency -> ((ObjectNode) latency).putNull("ownDelay"));
        }
        json.putIfAbsent("lastDeliveryNs", MAPPER.nullNode());
        json.path("faults").forEach(fault -> ((ObjectNode) fault).putIfAbsent("command", MAPPER.nullNode()));
        // Earlier versions stored the rates of both halves here; today the intervals give them.
        if (json.path("conditions") instanceof ObjectNode conditions) {
            conditions.remove("rates");
            conditions.putIfAbsent("fairness", MAPPER.nullNode());
            conditions.putIfAbsent("fetched", NONE);
            conditions.putIfAbsent("dropped", NONE);
            fates(json, conditions.has("rejected") ? conditions.remove("rejected") : NONE);
        }
        fates(json, NONE);
        if (!json.has(GROUPS)) {
            json.putObject(GROUPS);
        }
        json.path(GROUPS).forEach(group -> fates(group, NONE));
        ObjectNode own = json.deepCopy().retain(OWN_FIELDS);
        ObjectNode result = json.deepCopy().remove(OWN_FIELDS);
        result.putObject(LATENCIES);
        RunJson read = new RunJson(MAPPER.treeToValue(result, RunResult.class), MAPPER.treeToValue(own, Own.class));
        read.result.groups().forEach((name, group) -> json.path(GROUPS)
                .path(name)
                .path(LATENCIES)
                .forEachEntry((tag, latency) ->
                        MAPPER.treeToValue(latency, LatencyJson.class).addTo(group.latencies(), tag)));
        // A run of an earlier version gets only the marks that follow from its percentiles.
        return isMarked
                ? read
                : new RunJson(
                        read.result.withVerdict(
                                Marks.of(read.result, read.percentiles()).on(read.result.verdict())),
                        read.own);
    }

    /** Adds the counts of rejected, expired and dead-lettered messages, if a ledger of an older version lacks them. */
    private static void fates(JsonNode result, JsonNode rejected) {
        if (result.path("ledger") instanceof ObjectNode counts && !counts.has("expired")) {
            counts.set("rejected", rejected);
            counts.put("expired", 0).put("deadLettered", 0);
        }
    }

    RunJson tagged(Map<String, String> tags) {
        Map<String, Object> config = new LinkedHashMap<>(result.config());
        config.put(RunConfig.TAGS, tags);
        return new RunJson(result.with(parts -> parts.config = config), own);
    }

    /**
     * The result with its latencies. To be called once, because each call adds all values to the result.
     *
     * @throws IllegalArgumentException if a histogram is damaged; says which one
     */
    RunResult toResult() {
        own.latencies.forEach((tag, latency) -> latency.addTo(result.latencies(), tag));
        return result;
    }

    /** @throws IllegalArgumentException if a latency is unknown */
    Map<String, Percentiles> percentiles() {
        Map<String, Percentiles> percentiles = new LinkedHashMap<>();
        own.latencies.forEach((tag, latency) -> percentiles.put(latencyOf(tag).tag(), latency.percentiles()));
        return percentiles;
    }

    static Latency latencyOf(String tag) {
        return Latency.find(tag).orElseThrow(() -> new IllegalArgumentException("there is no latency named " + tag));
    }

    private static Histogram decoded(String tag, String encoded, long count) {
        Histogram histogram;
        try {
            histogram = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("the histogram of " + tag + " cannot be decoded", e);
        }
        if (histogram.getTotalCount() != count) {
            throw new IllegalArgumentException("the histogram of " + tag + " has " + histogram.getTotalCount()
                    + " values where " + count + " are expected");
        }
        return histogram;
    }
}
