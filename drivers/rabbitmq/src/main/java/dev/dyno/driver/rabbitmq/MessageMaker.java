package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.TimeSource;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the properties of the messages of one producer: one object for all messages; one for each token if a returned message
 * must be recognized; one for each message that has an id or a time of its own.
 *
 * <p>Assumptions and guarantees: used by the sending thread only, {@link #tokenOf} by any.
 */
final class MessageMaker {

    private static final int PERSISTENT = 2;
    private static final int TRANSIENT = 1;
    private static final int FIRST_TOKENS = 1024;

    private final BasicProperties common;
    private final boolean byToken;
    private final boolean ids;
    private final boolean timestamps;
    private final long expiresAfterMs;
    private final String idPrefix;
    private final TimeSource time;
    private @Nullable BasicProperties[] ofToken = new @Nullable BasicProperties[FIRST_TOKENS];
    private long made;

    /**
     * @param byToken whether {@link #tokenOf} must recognize returned messages
     * @param absoluteExpiration whether the broker reads an expiration as ms since 1970, as Qpid and its descendants do, instead
     *     of ms from now
     */
    MessageMaker(
            ProducerSpec spec,
            boolean byToken,
            boolean absoluteExpiration,
            Optional<String> contentType,
            String idPrefix,
            TimeSource time) {
        // Whole ms, at least 1: with 0 only a waiting consumer would get the message.
        long timeToLiveMs =
                spec.timeToLive().isZero() ? 0 : Math.max(1, spec.timeToLive().toMillis());
        this.expiresAfterMs = absoluteExpiration ? timeToLiveMs : 0;
        this.common = common(spec, contentType, absoluteExpiration ? 0 : timeToLiveMs);
        this.byToken = byToken;
        this.ids = spec.messageId();
        this.timestamps = spec.timestamp();
        this.idPrefix = idPrefix;
        this.time = time;
    }

    private static BasicProperties common(ProducerSpec spec, Optional<String> contentType, long expirationMs) {
        BasicProperties.Builder properties = new BasicProperties.Builder()
                .deliveryMode(spec.persistent() ? PERSISTENT : TRANSIENT)
                .contentType(contentType.orElse(
                        spec.body() == BodyType.TEXT ? "text/plain;charset=ISO-8859-1" : "application/octet-stream"));
        spec.priority().ifPresent(properties::priority);
        if (expirationMs > 0) {
            properties.expiration(String.valueOf(expirationMs));
        }
        if (!spec.properties().isEmpty()) {
            Map<String, Object> headers = new HashMap<>(spec.properties());
            properties.headers(headers);
        }
        return properties.build();
    }

    BasicProperties next(int token) {
        if (ids || timestamps || expiresAfterMs > 0) {
            return single(token);
        }
        if (!byToken) {
            return common;
        }
        @Nullable BasicProperties[] known = ofToken;
        if (token >= known.length) {
            known = Arrays.copyOf(known, Math.max(token + 1, known.length * 2));
            ofToken = known;
        }
        BasicProperties properties = known[token];
        if (properties == null) {
            properties = common.builder().correlationId(String.valueOf(token)).build();
            known[token] = properties;
        }
        return properties;
    }

    @SuppressWarnings("JavaUtilDate") // The library takes a Date.
    private BasicProperties single(int token) {
        BasicProperties.Builder properties = common.builder();
        if (byToken) {
            properties.correlationId(String.valueOf(token));
        }
        if (ids) {
            properties.messageId(idPrefix + made++);
        }
        if (timestamps) {
            properties.timestamp(new Date(time.epochMillis()));
        }
        if (expiresAfterMs > 0) {
            properties.expiration(String.valueOf(time.epochMillis() + expiresAfterMs));
        }
        return properties.build();
    }

    static Optional<Integer> tokenOf(BasicProperties properties) {
        @Nullable String token = properties.getCorrelationId();
        try {
            return token == null ? Optional.empty() : Optional.of(Integer.valueOf(token));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
