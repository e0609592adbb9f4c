package dev.dyno.driver;

/** A clock that forwards all calls to another one; subclasses override some of them. */
public abstract class ForwardingTime implements TimeSource {

    private final TimeSource time;

    protected ForwardingTime(TimeSource time) {
        this.time = time;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public long epochMillis() {
        return time.epochMillis();
    }

    @Override
    public void parkUntil(long deadlineNs) {
        time.parkUntil(deadlineNs);
    }

    @Override
    public void unpark(Thread thread) {
        time.unpark(thread);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        return time.schedule(atNs, task);
    }
}
