package dev.dyno.cluster;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What coordinator and workers tell each other, as JSON, in which a field more, a field less or a value of another type is an
 * error. Only the kinds of {@link Command} and {@link Report} are ever made from it.
 */
final class Messages {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** A message that nobody of this version has written. */
    static final class BadMessageException extends Exception {

        private static final long serialVersionUID = 1L;

        BadMessageException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private Messages() {}

    static byte[] write(Object message) {
        return MAPPER.writeValueAsBytes(message);
    }

    static <T> T read(byte[] message, Class<T> type) throws BadMessageException {
        try {
            return MAPPER.readValue(message, type);
        } catch (JacksonException e) {
            String what = e.getOriginalMessage();
            throw new BadMessageException(
                    "a message is not of this version of Dyno: "
                            + (what == null
                                    ? "it is not JSON"
                                    : what.lines().findFirst().orElse("it is not JSON")),
                    e);
        }
    }
}
