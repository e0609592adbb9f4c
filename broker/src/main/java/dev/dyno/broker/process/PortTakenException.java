package dev.dyno.broker.process;

/** Failure of a start because another process took a port between its choice and the start. */
final class PortTakenException extends BrokerException {

    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
