package dev.dyno.broker.process;

/** Failure of a start because another process took a port between its choice and the start. */
final class PortTakenException extends BrokerException {

    PortTakenException(String message) {
        super(message);
    }
}
