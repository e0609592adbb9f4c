package dev.dyno.driver;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs a call of a client library on a daemon thread and waits for it a few seconds at the most: with the broker gone, or one that
 * has stopped reading, some of them wait for an answer for minutes, or for ever.
 *
 * <p>Assumptions and guarantees: usable from any thread, which the clock must be able to unpark.
 */
public final class Bounded {

    /** How long a close may take, in ns. */
    public static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(3);

    private Bounded() {}

    /** Something to do where a failure does not matter any more. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /**
     * Runs it, and ignores that it fails. An interrupt of the calling thread is kept for later.
     *
     * @param name of the thread, after {@code dyno-}
     * @return whether it has ended within {@link #CLOSE_NS}
     */
    public static boolean run(TimeSource time, String name, Action action) {
        AtomicBoolean ended = new AtomicBoolean();
        begin(time, name, action, action, ended);
        return await(time, ended, CLOSE_NS);
    }

    /**
     * Makes something, and is interrupted if that takes longer than the limit: what is made nevertheless is let go.
     *
     * @param name of the thread, after {@code dyno-}
     * @param limitNs of the making, in ns
     * @param letGo closes what was made too late
     * @return empty if it took longer
     * @throws Exception that the making has thrown
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

    /** Runs it, and neither waits for its end nor cares whether it fails. */
    public static void begin(TimeSource time, String name, Action action) {
        begin(time, name, action, action, new AtomicBoolean());
    }

    /** @param ofDriver an object of the driver, under whose class loader client libraries look classes up */
    private static Thread begin(TimeSource time, String name, Action action, Object ofDriver, AtomicBoolean ended) {
        Thread caller = Thread.currentThread();
        Thread worker = new Thread(() -> {
            try {
                action.run();
            } catch (Exception | LinkageError e) {
                // Closing what is broken fails: that is why it is being closed.
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
