package dev.dyno.driver.tck;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes specs of producers: of plain messages, or with some components changed. */
public final class ProducerSpecs {

    private ProducerSpecs() {}

    /** The components of a spec, to be changed before it is made. */
    public static final class Parts {
        public int maxInFlight;
        public boolean persistent;
        public BodyType body = BodyType.BYTES;
        public Optional<Integer> priority = Optional.empty();
        public Duration timeToLive = Duration.ZERO;
        public Optional<String> group = Optional.empty();
        public Map<String, Object> properties = Map.of();
        public boolean messageId;
        public boolean timestamp;
        public int bodyHead = ProducerSpec.WHOLE_BODY;

        private Parts() {}
    }

    public static ProducerSpec plain(Destination destination, SendMode mode, int maxInFlight, boolean persistent) {
        return of(destination, mode, parts -> {
            parts.maxInFlight = maxInFlight;
            parts.persistent = persistent;
        });
    }

    public static ProducerSpec of(Destination destination, SendMode mode, Consumer<Parts> changes) {
        Parts parts = new Parts();
        changes.accept(parts);
        return new ProducerSpec(
                destination,
                mode,
                parts.maxInFlight,
                parts.persistent,
                parts.body,
                parts.priority,
                parts.timeToLive,
                parts.group,
                parts.properties,
                parts.messageId,
                parts.timestamp,
                parts.bodyHead);
    }
}
