package dev.dyno.broker.process;

/**
 * Failure to start or use a managed broker. The message is for the user: what was given, what is allowed, what to do; after a
 * failed start also the last lines of the broker's log.
 */
public class BrokerException extends Exception {

    public BrokerException(String message) {
        super(message);
    }

    public BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
