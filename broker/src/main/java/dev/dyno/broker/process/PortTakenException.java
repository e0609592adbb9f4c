package dev.dyno.broker.process;

/** A start failed because somebody took one of its ports between their choice and the start. */
final class PortTakenException extends BrokerException {

    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
