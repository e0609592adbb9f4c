package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import org.jspecify.annotations.Nullable;

/** A producer, as its connection sees it: something that has to know when it is over. All methods on any thread. */
abstract class Failable implements Producer {

    final Publisher publisher;
    private volatile @Nullable DriverException broken;

    Failable(Publisher publisher) {
        this.publisher = publisher;
    }

    /** Takes nothing more from now on; what is under way may still be answered. */
    final void refuse(DriverException cause) {
        broken = cause;
    }

    /** Why it takes nothing more; null while it does. */
    final @Nullable DriverException broken() {
        return broken;
    }

    final void failIfBroken() throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
    }

    /** Whatever waits for the broker gets this as its answer. */
    void failPending(DriverException cause) {}

    /** The library has made a new connection under this one, after everything pending has failed. */
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
