package dev.dyno.broker.resource;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers of servers, which may have more or fewer fields than we know. */
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

    /** The number of a node; not finite, and so left out of a reading, if it is none. */
    static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }
}
