package dev.dyno.driver.mqtt;

import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3SubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubRecException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of the client library into one line for the user. */
final class Failures {

    /** Codes of both versions that each new connection would get again; the last is of subscriptions in MQTT 3.1.1. */
    private static final Set<String> REFUSALS = Set.of("BAD_USER_NAME_OR_PASSWORD", "NOT_AUTHORIZED", "FAILURE");

    private Failures() {}

    /** Failure as {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Causes.of(failure)
                .failure(
                        what,
                        each -> Causes.isWrapper(each) ? "" : message(each),
                        each -> isRefusal(each) ? "check user, password and permissions" : "",
                        Failures::isRefusal);
    }

    private static boolean isRefusal(Throwable failure) {
        @Nullable Enum<?> code = code(failure);
        return code != null && REFUSALS.contains(code.name());
    }

    private static String message(Throwable failure) {
        @Nullable Enum<?> code = code(failure);
        if (code != null) {
            return "the broker answered: "
                    + code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        return Causes.message(failure);
    }

    /** Reason code of the broker; the exception's own message only says that there is one. */
    private static @Nullable Enum<?> code(Throwable failure) {
        if (failure instanceof Mqtt5ConnAckException refusal) {
            return refusal.getMqttMessage().getReasonCode();
        }
        if (failure instanceof Mqtt3ConnAckException refusal) {
            return refusal.getMqttMessage().getReturnCode();
        }
        if (failure instanceof Mqtt5SubAckException refusal) {
            return refusal.getMqttMessage().getReasonCodes().get(0);
        }
        if (failure instanceof Mqtt3SubAckException refusal) {
            return refusal.getMqttMessage().getReturnCodes().get(0);
        }
        if (failure instanceof Mqtt5PubAckException refusal) {
            return refusal.getMqttMessage().getReasonCode();
        }
        if (failure instanceof Mqtt5PubRecException refusal) {
            return refusal.getMqttMessage().getReasonCode();
        }
        if (failure instanceof Mqtt5DisconnectException refusal) {
            return refusal.getMqttMessage().getReasonCode();
        }
        return null;
    }
}
