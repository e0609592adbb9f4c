package dev.dyno.broker.resource;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers of servers. They may have more than we know, and less. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static JsonNode parse(String text) throws ProbeException {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new ProbeException("its answer is not JSON", e);
        }
    }

    static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Not finite, and so left out of a reading, where there is no number. */
    static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }
}
