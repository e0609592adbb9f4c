package dev.dyno.driver;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs calls of a client library on daemon threads, and waits for each a limited time. Without a broker, or with one that has
 * stopped reading, some calls wait for an answer for minutes, or for ever.
 *
 * <p>Assumptions and guarantees: usable from any thread that the clock is able to unpark.
 */
public final class Bounded {

    /** Longest wait for a close, in ns. */
    public static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(3);

    private Bounded() {}

    /** Action whose failure does not matter. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /**
     * Runs an action, and ignores its failure. An interrupt of the calling thread is kept for later.
     *
     * @param name of the thread, after {@code dyno-}
     * @return whether the action has ended within {@link #CLOSE_NS}
     */
    public static boolean run(TimeSource time, String name, Action action) {
        AtomicBoolean ended = new AtomicBoolean();
        begin(time, name, action, action, ended);
        return await(time, ended, CLOSE_NS);
    }

    /**
     * Makes an object on a thread that is interrupted at the time limit; an object made too late is released.
     *
     * @param name of the thread, after {@code dyno-}
     * @param limitNs longest wait for the object, in ns
     * @param letGo releases an object made too late
     * @return empty if the wait reached the limit
     * @throws Exception the exception that {@code making} threw
     */
    public static <T> Optional<T> make(
            TimeSource time, String name, long limitNs, Callable<T> making, Consumer<T> letGo) throws Exception {
        CompletableFuture<T> made = new CompletableFuture<>();
        AtomicBoolean ended = new AtomicBoolean();
        Action action = () -> {
            try {
                T one = making.call();
                if (!made.complete(one)) {
                    letGo.accept(one);
                }
            } catch (Exception | LinkageError e) {
                made.completeExceptionally(e);
            }
        };
        Thread worker = begin(time, name, action, making, ended);
        if (!await(time, ended, limitNs) && made.cancel(false)) {
            worker.interrupt();
            return Optional.empty();
        }
        try {
            return Optional.of(made.get());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Runs an action without waiting for its end; its failure is ignored. */
    public static void begin(TimeSource time, String name, Action action) {
        begin(time, name, action, action, new AtomicBoolean());
    }

    /**
     * Waits for an answer whose failure does not matter. An interrupt ends the wait and stays set.
     *
     * @return whether the answer, or its failure, has come within {@link #CLOSE_NS}
     */
    public static boolean await(Future<?> answer) {
        try {
            answer.get(CLOSE_NS, TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** @param ofDriver an object of the driver, whose class loader client libraries need */
    private static Thread begin(TimeSource time, String name, Action action, Object ofDriver, AtomicBoolean ended) {
        Thread caller = Thread.currentThread();
        Thread worker = new Thread(() -> {
            try {
                action.run();
            } catch (Exception | LinkageError e) {
                // A close often fails because the object is broken, which is why it is closed.
            } finally {
                ended.set(true);
                time.unpark(caller);
            }
        });
        worker.setName("dyno-" + name);
        worker.setDaemon(true);
        worker.setContextClassLoader(ofDriver.getClass().getClassLoader());
        worker.start();
        return worker;
    }

    private static boolean await(TimeSource time, AtomicBoolean ended, long limitNs) {
        boolean interrupted = false;
        long deadlineNs = time.nanoTime() + limitNs;
        while (!ended.get() && time.nanoTime() - deadlineNs < 0) {
            interrupted |= Thread.interrupted();
            time.parkUntil(deadlineNs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended.get();
    }
}
