package dev.dyno.report;

import dev.dyno.json.StrictJson;
import dev.dyno.result.Column;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** {@link ReportData} as JSON, and back. */
final class ReportJson {

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addModule(new SimpleModule()
                    .addSerializer(Column.class, new Writer())
                    .addDeserializer(Column.class, new Reader()))
            .build();

    /** Doubles hold whole numbers exactly up to here. */
    private static final double MAX_WHOLE = 1L << 53;

    private ReportJson() {}

    static byte[] write(ReportData data) {
        return MAPPER.writeValueAsBytes(data);
    }

    static ReportData read(byte[] json) {
        return MAPPER.readValue(json, ReportData.class);
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

    private static final class Reader extends StdDeserializer<Column> {

        Reader() {
            super(Column.class);
        }

        @Override
        public Column deserialize(JsonParser json, DeserializationContext context) {
            Column.Builder column = new Column.Builder();
            if (json.currentToken() != JsonToken.START_ARRAY) {
                context.reportWrongTokenException(Column.class, JsonToken.START_ARRAY, "a column is an array");
            }
            for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                if (token == JsonToken.VALUE_NULL) {
                    column.add(Double.NaN);
                } else {
                    column.add(json.getDoubleValue());
                }
            }
            return column.build();
        }
    }
}
