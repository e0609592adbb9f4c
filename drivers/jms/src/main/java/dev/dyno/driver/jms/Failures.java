package dev.dyno.driver.jms;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.Optional;

/** Turns what a provider throws into one line for the user. */
final class Failures {

    /** Qpid JMS, of the first bytes that the broker sends. */
    private static final String ANOTHER_AMQP = "header mismatch";

    private Failures() {}

    /** {@code what: the provider's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return causes(failure).failure(what, Failures::message, Failures::advice);
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        return causes(failure).words(Failures::message);
    }

    private static String message(Throwable failure) {
        String words = Causes.message(failure);
        return isOfMissingClass(failure) ? "class " + words.replace('/', '.') + " not found" : words;
    }

    private static boolean isOfMissingClass(Throwable failure) {
        return failure instanceof ClassNotFoundException || failure instanceof NoClassDefFoundError;
    }

    private static Causes causes(Throwable failure) {
        return Causes.of(failure, each -> {
            Optional<Throwable> cause = Optional.ofNullable(each.getCause());
            return each instanceof JMSException jms
                    ? cause.or(() -> Optional.ofNullable(jms.getLinkedException()))
                    : cause;
        });
    }

    private static String advice(Throwable failure) {
        if (failure instanceof JMSSecurityException) {
            return "check user, password and permissions";
        }
        if (failure instanceof InvalidClientIDException) {
            return "another connection may be using this client id";
        }
        if (Causes.message(failure).contains(ANOTHER_AMQP)) {
            return "the broker speaks another AMQP than 1.0, as RabbitMQ does before 4.0 without its plugin for it:"
                    + " give --driver rabbitmq";
        }
        return isOfMissingClass(failure) ? "add the provider's jars" : "";
    }
}
