package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.io.EOFException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of the library into one line for the user. */
final class Failures {

    /**
     * Matches the broker's words if each new connection would get them again. Other failures are temporary: a lock (405), a queue
     * whose node is away (404), exclusive use by a connection whose end the broker has not noticed (403), a late acknowledgement,
     * a commit of which a queue did not take its part, and a stream without a replica on the node (406).
     */
    private static final Predicate<String> REFUSAL = Pattern.compile(
                    "(403|530) .* refused for user .*|406 (?!.*(timed out|running replica|partial tx completion)).*")
            .asMatchPredicate();

    private Failures() {}

    /** Failure as {@code what: the broker's or the library's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return Causes.of(failure)
                .failure(
                        what,
                        Failures::message,
                        Failures::advice,
                        each -> each instanceof AuthenticationFailureException || REFUSAL.test(message(each)));
    }

    /** Whether the broker closed the channel because the queue or exchange does not exist. */
    static boolean isNotFound(Throwable failure) {
        return Causes.of(failure).chain().stream()
                .anyMatch(each -> message(each).startsWith(AMQP.NOT_FOUND + " "));
    }

    private static String message(Throwable failure) {
        if (failure instanceof ShutdownSignalException signal) {
            return signal(signal);
        }
        if (failure instanceof EOFException) {
            return "the broker closed the connection";
        }
        if (failure instanceof TimeoutException) {
            return "no answer in time";
        }
        return Causes.oneLine(failure.getMessage());
    }

    /** The broker's words in the protocol method that closed the channel or connection; without them, the driver's, or none. */
    private static String signal(ShutdownSignalException signal) {
        @Nullable Method reason = signal.getReason();
        if (reason instanceof AMQP.Channel.Close close) {
            return close.getReplyCode() + " " + Causes.oneLine(close.getReplyText());
        }
        if (reason instanceof AMQP.Connection.Close close) {
            return close.getReplyCode() + " " + Causes.oneLine(close.getReplyText());
        }
        return signal.getCause() == null ? "the connection was closed" : "";
    }

    private static String advice(Throwable failure) {
        if (failure instanceof AuthenticationFailureException
                || failure instanceof PossibleAuthenticationFailureException) {
            return "check user, password, virtual host and permissions";
        }
        if (failure instanceof SSLException) {
            return "check tls.trust, tls.verify-host and whether that port speaks TLS";
        }
        if (message(failure).contains(" refused for user ")) {
            return "check the permissions of the user";
        }
        return failure instanceof TimeoutException || failure instanceof EOFException
                ? "is it a broker of AMQP 0-9-1, and has it reached a limit or an alarm?"
                : "";
    }
}
