package dev.dyno.report.page;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.RunJson;
import dev.dyno.report.store.StrictJson;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes {@link ReportData} as JSON. */
final class ReportJson {

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addMixIn(DriverSemantics.class, RunJson.CardMixIn.class)
            .addMixIn(RunResult.class, ResultMixIn.class)
            .addMixIn(Verdict.class, VerdictMixIn.class)
            .addMixIn(Percentile.class, PercentileMixIn.class)
            .addModule(new SimpleModule().addSerializer(Column.class, new Writer()))
            .build();

    /** Bound up to which doubles hold whole numbers exactly. */
    private static final double MAX_WHOLE = 1L << 53;

    /** Omits the latencies and groups, which the document has in another form, and the conditions, which the page does not use. */
    @JsonIgnoreProperties({"latencies", "conditions", "groups"})
    private abstract static class ResultMixIn {}

    /** Omits all but the level: the document has the sentences. */
    @JsonIgnoreProperties({"findings", "marks", "reach"})
    private abstract static class VerdictMixIn {}

    /** Writes a percentile by its title, also as a key. */
    private abstract static class PercentileMixIn {

        @JsonValue
        abstract String title();
    }

    private ReportJson() {}

    static byte[] write(ReportData data) {
        return MAPPER.writeValueAsBytes(data);
    }

    private static final class Writer extends StdSerializer<Column> {

        Writer() {
            super(Column.class);
        }

        @Override
        public void serialize(Column column, JsonGenerator json, SerializationContext context) {
            json.writeStartArray();
            for (int i = 0; i < column.size(); i++) {
                double value = column.get(i);
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
}
