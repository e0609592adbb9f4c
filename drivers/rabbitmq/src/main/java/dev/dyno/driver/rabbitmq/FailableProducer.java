package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import dev.dyno.driver.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Producer that its connection ends when the connection is lost or closed. Any thread may call the methods below, except
 * {@link #flush} and {@link #close}.
 */
abstract class FailableProducer implements Producer, LosableConnection.Part {

    final Publisher publisher;
    private volatile @Nullable DriverException broken;

    FailableProducer(Publisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public final void refuse(DriverException cause) {
        broken = cause;
    }

    @Override
    public final void fail(DriverException cause) {
        refuse(cause);
        failPending(cause);
    }

    /** Failure with which sends are refused; null = none. */
    final @Nullable DriverException broken() {
        return broken;
    }

    final void failIfBroken() throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
    }

    /** Fails everything that waits for the broker, with this cause. */
    void failPending(DriverException cause) {}

    /** Prepares for the new connection that the library has made, after everything pending has failed. */
    void startAgain() {}

    @Override
    public void flush() {
        publisher.flush();
    }

    @Override
    public void close() {
        DriverException closed = new DriverException(publisher.cannotSend() + ": closed");
        refuse(closed);
        publisher.close(this);
        failPending(closed);
    }
}
