package dev.dyno.report.page;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.RunJson;
import dev.dyno.report.store.StrictJson;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes {@link ReportData} as JSON. */
final class ReportJson {

    /** Number of significant digits of latencies and resources over time; other columns are exact. */
    private static final int DIGITS = 4;

    private static final int ALL = Integer.MAX_VALUE;

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addMixIn(DriverSemantics.class, RunJson.CardMixIn.class)
            .addMixIn(RunResult.class, ResultMixIn.class)
            .addMixIn(Verdict.class, VerdictMixIn.class)
            .addMixIn(Percentile.class, RunJson.PercentileMixIn.class)
            .addModule(new SimpleModule().addSerializer(Column.class, new Writer(ALL)))
            .addMixIn(LatencySeries.class, LatencySeriesMixIn.class)
            .addMixIn(ResourceSeries.class, ResourceSeriesMixIn.class)
            .build();

    /** Largest double up to which all whole numbers are exact. */
    private static final double MAX_WHOLE = 1L << 53;

    /** Omits the latencies and groups, which the document has in another form. */
    @JsonIgnoreProperties({"latencies", "groups"})
    private abstract static class ResultMixIn {}

    /** Omits all but the level: the document has the sentences. */
    @JsonIgnoreProperties({"findings", "marks", "reach"})
    private abstract static class VerdictMixIn {}

    /** Omits what the page does not use. */
    @JsonIgnoreProperties("meanNs")
    @SuppressWarnings("UnusedMethod") // The library finds them by name.
    private abstract static class LatencySeriesMixIn {

        @JsonSerialize(contentUsing = Rounded.class)
        abstract Map<Percentile, Column> percentilesNs();

        @JsonSerialize(using = Rounded.class)
        abstract Column maxNs();
    }

    @SuppressWarnings("UnusedMethod") // The library finds it by name.
    private abstract static class ResourceSeriesMixIn {

        @JsonSerialize(contentUsing = Rounded.class)
        abstract Map<String, Column> metrics();
    }

    private ReportJson() {}

    /** A document, or a part of one. */
    static byte[] write(Object data) {
        return MAPPER.writeValueAsBytes(data);
    }

    private static class Writer extends StdSerializer<Column> {

        private final int digits;

        Writer(int digits) {
            super(Column.class);
            this.digits = digits;
        }

        @Override
        public void serialize(Column column, JsonGenerator json, SerializationContext context) {
            json.writeStartArray();
            for (int i = 0; i < column.size(); i++) {
                double value = digits == ALL ? column.get(i) : Column.significant(column.get(i), digits);
                if (Double.isNaN(value)) {
                    json.writeNull();
                } else if (value == Math.rint(value) && Math.abs(value) <= MAX_WHOLE) {
                    json.writeNumber((long) value);
                } else {
                    json.writeNumber(value);
                }
            }
            json.writeEndArray();
        }
    }

    private static final class Rounded extends Writer {

        Rounded() {
            super(DIGITS);
        }
    }
}
