package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.DriverException;
import java.io.EOFException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns what the library throws into one line for the user. */
final class Failures {

    /** Causes are seldom wrapped deeper than three. */
    private static final int DEPTH = 8;

    private Failures() {}

    /** {@code what: the broker's or the library's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return new DriverException(
                what + ": " + words(failure)
                        + advice(failure).map(text -> "; " + text).orElse(""),
                failure);
    }

    /** The reply code if the broker closed the channel or the connection with one, for instance 404. */
    static OptionalInt replyCode(Throwable failure) {
        for (Throwable each : chain(failure)) {
            if (each instanceof ShutdownSignalException signal) {
                @Nullable Method reason = signal.getReason();
                if (reason instanceof AMQP.Channel.Close close) {
                    return OptionalInt.of(close.getReplyCode());
                }
                if (reason instanceof AMQP.Connection.Close close) {
                    return OptionalInt.of(close.getReplyCode());
                }
            }
        }
        return OptionalInt.empty();
    }

    private static String words(Throwable failure) {
        List<String> parts = new ArrayList<>();
        for (Throwable each : chain(failure)) {
            String words = oneLine(each);
            if (!words.isEmpty() && parts.stream().noneMatch(part -> part.contains(words))) {
                parts.add(words);
            }
        }
        return parts.isEmpty() ? failure.getClass().getSimpleName() : String.join(": ", parts);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        @Nullable Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            chain.add(each);
            each = each.getCause();
        }
        return chain;
    }

    private static String oneLine(Throwable failure) {
        if (failure instanceof ShutdownSignalException signal) {
            return signal(signal);
        }
        if (failure instanceof EOFException) {
            return "the broker closed the connection";
        }
        if (failure instanceof TimeoutException) {
            return "no answer in time";
        }
        @Nullable String message = failure.getMessage();
        String words = message == null ? "" : message.strip().replaceAll("\\s+", " ");
        // The sentence goes on after it.
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    /** The library's own message shows the whole protocol method; the broker's words are in its middle. */
    private static String signal(ShutdownSignalException signal) {
        @Nullable Method reason = signal.getReason();
        if (reason instanceof AMQP.Channel.Close close) {
            return close.getReplyCode() + " " + close.getReplyText().strip().replaceAll("\\s+", " ");
        }
        if (reason instanceof AMQP.Connection.Close close) {
            return close.getReplyCode() + " " + close.getReplyText().strip().replaceAll("\\s+", " ");
        }
        return signal.getCause() == null ? "the connection was closed" : "";
    }

    private static Optional<String> advice(Throwable failure) {
        for (Throwable each : chain(failure)) {
            if (each instanceof AuthenticationFailureException
                    || each instanceof PossibleAuthenticationFailureException) {
                return Optional.of("check user, password, virtual host and permissions");
            }
            if (each instanceof ConnectException) {
                return Optional.of("is the broker running and listening there?");
            }
            if (each instanceof SSLException) {
                return Optional.of("check tls.trust, tls.verify-host and whether that port speaks TLS");
            }
            if (each instanceof TimeoutException || each instanceof EOFException) {
                return Optional.of("is it a broker of AMQP 0-9-1, and has it reached a limit or an alarm?");
            }
        }
        return Optional.empty();
    }
}
