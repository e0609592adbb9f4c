package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A loop on a daemon thread of its own. Waits for the next event on the time source, and spins at the end of the wait.
 *
 * <p>Assumptions and guarantees: those of {@link SimLoop}. {@link #submit}, {@link #call}, {@link #mayWait} and {@link #close}
 * on any thread; none takes a lock, and only {@code call} waits. Submitted tasks run in their order, events in that of their
 * times; neither kind keeps the other waiting for more than {@value #BATCH} of its own. No wake-up is lost: the thread
 * declares that it parks before it looks at the inbox for the last time, and a submitter adds its task before it looks whether
 * the thread parks. After {@link #close} a call runs on the calling thread.
 */
final class ThreadLoop implements SimLoop {

    /** Usual lateness in ns of a parked thread: the loop parks until this time before an event, and then spins. */
    private static final long SPIN_NS = 60_000;

    /** Number of checks of an empty inbox before parking: to wake a parked thread costs its waker more than to send a message. */
    private static final int IDLE_LOOKS = 200;

    /** Maximum number of consecutive tasks from the inbox, or of due events, before the other kind gets its turn. */
    private static final int BATCH = 256;

    private static final long CALL_TIMEOUT_NS = 10_000_000_000L;
    private static final long IDLE_PARK_NS = 3_600_000_000_000L;

    private final TimeSource time;
    private final Thread thread;
    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final EventHeap events = new EventHeap();
    private volatile boolean parked;
    private volatile boolean closed;
    private int idleLooks;

    ThreadLoop(TimeSource time, String name) {
        this.time = time;
        this.thread = new Thread(this::run, "sim-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void submit(Runnable task) {
        inbox.add(task);
        wake();
    }

    @Override
    public void at(long atNs, Runnable task) {
        assert Thread.currentThread() == thread;
        events.add(atNs, task);
    }

    @Override
    public <T> T call(Callable<T> task) throws DriverException {
        if (Thread.currentThread() == thread || closed) {
            return result(task);
        }
        final FutureTask<T> future = new FutureTask<>(task);
        submit(future);
        return await(future);
    }

    /** Runs a task on this thread and returns its result; a checked exception becomes a {@link DriverException}. */
    static <T> T result(Callable<T> task) throws DriverException {
        try {
            return task.call();
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException("The simulated broker failed: " + e, e);
        }
    }

    /** Waits even if interrupted, because a close must be complete while the tool is being stopped, too. */
    private <T> T await(FutureTask<T> future) throws DriverException {
        final long startNs = time.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(Math.max(0, CALL_TIMEOUT_NS - (time.nanoTime() - startNs)), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            future.cancel(false);
            throw new DriverException(
                    "The simulated broker did not answer within 10 s; is one of its listeners blocked?", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DriverException failure
                    ? failure
                    : new DriverException("The simulated broker failed: " + e.getCause(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean mayWait() {
        return Thread.currentThread() != thread;
    }

    @Override
    public void close() {
        closed = true;
        wake();
    }

    private void wake() {
        if (parked) {
            parked = false;
            time.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (runInbox() + runDue() == 0) {
                idle();
            } else {
                idleLooks = 0;
            }
        }
    }

    private int runInbox() {
        int done = 0;
        while (done < BATCH) {
            final Runnable task = inbox.poll();
            if (task == null) {
                break;
            }
            task.run();
            done++;
        }
        return done;
    }

    private int runDue() {
        int done = 0;
        if (!events.isEmpty()) {
            final long nowNs = time.nanoTime();
            while (done < BATCH) {
                final Runnable task = events.pollDue(nowNs);
                if (task == null) {
                    break;
                }
                task.run();
                done++;
            }
        }
        return done;
    }

    private void idle() {
        if (idleLooks++ < IDLE_LOOKS) {
            Thread.onSpinWait();
            return;
        }
        final long nowNs = time.nanoTime();
        final long waitNs = events.isEmpty() ? IDLE_PARK_NS : events.firstNs() - nowNs - SPIN_NS;
        if (waitNs <= 0) {
            Thread.onSpinWait();
            return;
        }
        // Set before the inbox is checked: either this thread sees a new task, or the sender of the task sees the flag.
        parked = true;
        if (inbox.isEmpty() && !closed) {
            time.parkUntil(nowNs + waitNs);
        }
        parked = false;
    }
}
