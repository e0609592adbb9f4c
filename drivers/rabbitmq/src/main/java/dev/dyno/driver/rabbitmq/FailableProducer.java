package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import org.jspecify.annotations.Nullable;

/** Producer as its connection sees it, which ends it when the connection is lost or closed. Any thread may call any method. */
abstract class FailableProducer implements Producer {

    final Publisher publisher;
    private volatile @Nullable DriverException broken;

    FailableProducer(Publisher publisher) {
        this.publisher = publisher;
    }

    /** Refuses new sends; those in flight may still be answered. */
    final void refuse(DriverException cause) {
        broken = cause;
    }

    /** Failure for which it refuses sends; null = none. */
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
