package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.driver.Destination;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Latencies;
import dev.dyno.report.store.RunJson;
import dev.dyno.report.store.StrictJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;

/**
 * Messages between coordinator and workers as JSON, in which an additional field, a missing field or a value of another type is
 * an error. The JSON chooses a class only among the kinds of {@link Command} and {@link Report.Event}.
 */
final class WireJson {

    private static final JsonMapper MAPPER = StrictJson.MAPPER
            .rebuild()
            .addMixIn(Destination.class, DestinationMixIn.class)
            .addMixIn(Latencies.class, LatenciesMixIn.class)
            .addMixIn(DriverSemantics.class, RunJson.CardMixIn.class)
            .build();

    /** Writes a destination as its text. */
    private abstract static class DestinationMixIn {

        @JsonCreator
        static Destination parse(String text) {
            return Destination.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    @JsonSerialize(converter = LatenciesMessage.Encoder.class)
    @JsonDeserialize(converter = LatenciesMessage.Decoder.class)
    private abstract static class LatenciesMixIn {}

    private WireJson() {}

    static byte[] write(Object message) {
        return MAPPER.writeValueAsBytes(message);
    }

    /** @throws GroupException for a message that no member of this version can have written */
    static <T> T read(byte[] message, Class<T> type) throws GroupException {
        try {
            return MAPPER.readValue(message, type);
        } catch (JacksonException e) {
            String what = e.getOriginalMessage();
            throw new GroupException(
                    "a message is not of this version of Dyno: "
                            + (what == null
                                    ? "it is not JSON"
                                    : what.lines().findFirst().orElse("it is not JSON")),
                    e);
        }
    }
}
