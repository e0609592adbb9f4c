package dev.dyno.driver.jms;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.UnavailableException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Turns exceptions of a provider into one line for the user. */
final class Failures {

    /** Words of Pulsar's administration, which JMS on Pulsar calls, about missing rights. */
    private static final String UNAUTHORIZED = "401 Unauthorized";

    /** Words of Qpid JMS about a broker whose first bytes are of another version of AMQP. */
    private static final String ANOTHER_AMQP = "header mismatch";

    /** Words of RabbitMQ from 4.3 on about a name that is no address of version 2. */
    static final String ONLY_ADDRESSES = "amqp_address_v1_not_permitted";

    /** Words of RabbitMQ from 4.0 on about an address without a queue. */
    private static final String NO_QUEUE = "no queue '";

    /**
     * Matches words of RabbitMQ's library if each new connection would get them again. The AMQP 0-9-1 driver has the same list.
     */
    private static final Predicate<String> RABBIT_REFUSAL = Pattern.compile(
                    "reply-code=((403|530), .* refused for user|406, (?!.*(timed out|running replica|partial tx completion)))")
            .asPredicate();

    /** Words of RabbitMQ's library about a connection closed during the login, for example by a node that stops or starts. */
    private static final String CUT_OFF = "Possibly caused by authentication failure";

    /**
     * Matches words about a destination that may be back later, while the connection is sound: conditions of AMQP 1.0, and
     * messages of Qpid JMS and RabbitMQ's library after the broker has closed the producer.
     */
    private static final Predicate<String> UNAVAILABLE = Pattern.compile(
                    "\\[condition = amqp:(internal-error|illegal-state|not-found|resource-(locked|deleted)|link:detach-forced)]"
                            + "|MessageProducer was closed due to|closed remotely before"
                            + "|channel is already closed due to channel error")
            .asPredicate();

    private static final String PERMIT =
            "have the broker permit addresses of version 1 (deprecated_features.permit.amqp_address_v1 = true)";

    private Failures() {}

    /** Failure as {@code what: the provider's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return causes(failure).failure(what, Failures::message, Failures::advice, Failures::isRefusal);
    }

    /** Failure of a send, worded by {@link #of}; an {@link UnavailableException} if the destination may be back later. */
    static DriverException ofSend(String what, Throwable failure) {
        DriverException plain = of(what, failure);
        return plain instanceof RefusedException || !UNAVAILABLE.test(words(failure))
                ? plain
                : new UnavailableException(String.valueOf(plain.getMessage()), failure);
    }

    /** Messages of the chain of causes in one line, without repetitions. */
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

    /** Checks for a failure that would happen on each new connection, too. A missing destination is temporary. */
    private static boolean isRefusal(Throwable failure) {
        return (isOfRights(failure) && !words(failure).contains(CUT_OFF))
                || RABBIT_REFUSAL.test(Causes.message(failure));
    }

    /**
     * Checks for a failure of a user's rights. A failure of TLS is none, though providers use the same exceptions.
     */
    private static boolean isOfRights(Throwable failure) {
        boolean named = failure instanceof JMSSecurityException || failure instanceof SecurityException;
        return Causes.message(failure).contains(UNAUTHORIZED)
                || (named && causes(failure).first(SSLException.class).isEmpty());
    }

    private static String advice(Throwable failure) {
        if (isOfRights(failure)) {
            return "check user, password and permissions";
        }
        if (failure instanceof InvalidClientIDException) {
            return "another connection may be using this client id";
        }
        if (Causes.message(failure).contains(ANOTHER_AMQP)) {
            return "the broker speaks another AMQP than 1.0, as RabbitMQ does before 4.0 without its plugin for it:"
                    + " use the driver rabbitmq";
        }
        if (Causes.message(failure).contains(ONLY_ADDRESSES)) {
            return "give queue://NAME, or " + PERMIT;
        }
        if (Causes.message(failure).contains(NO_QUEUE)) {
            return "RabbitMQ makes none for an address of version 2: make it first, or " + PERMIT;
        }
        return isOfMissingClass(failure) ? "add the provider's jars" : "";
    }
}
