package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import java.util.concurrent.Callable;

/** Loop on the one thread of a {@link VirtualTime}: a submitted task runs at once, a scheduled one as an event. */
final class VirtualLoop implements SimLoop {

    private final VirtualTime time;
    private boolean closed;

    VirtualLoop(VirtualTime time) {
        this.time = time;
    }

    @Override
    public void submit(Runnable task) {
        if (!closed) {
            task.run();
        }
    }

    @Override
    public void at(long atNs, Runnable task) {
        time.schedule(atNs, task);
    }

    @Override
    public <T> T call(Callable<T> task) throws DriverException {
        return ThreadLoop.result(task);
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }
}
