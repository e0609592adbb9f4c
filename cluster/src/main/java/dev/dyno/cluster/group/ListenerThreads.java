package dev.dyno.cluster.group;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which a listener is called: one for events, in their order, and one for each request. All are daemons.
 *
 * <p>Assumptions and guarantees: usable from any thread, also with a lock held: no method but {@link #close} waits. Events run
 * one at a time in the order of their calls, requests at the same time as events and as each other. {@link #close} waits at
 * most {@value #PATIENCE_S} s for each kind; afterwards tasks are dropped.
 */
final class ListenerThreads implements AutoCloseable {

    private static final long PATIENCE_S = 2;

    private final ExecutorService inOrder;
    private final ExecutorService requests;

    ListenerThreads(String name) {
        this.inOrder = Executors.newSingleThreadExecutor(daemons("dyno-group-" + name));
        this.requests = Executors.newCachedThreadPool(daemons("dyno-answer-" + name));
    }

    void inOrder(Runnable event) {
        execute(inOrder, event);
    }

    void request(Runnable answer) {
        execute(requests, answer);
    }

    /** Interrupts running tasks, drops the others, and waits briefly for the threads to end. */
    @Override
    public void close() {
        inOrder.shutdownNow();
        requests.shutdownNow();
        try {
            if (!inOrder.awaitTermination(PATIENCE_S, TimeUnit.SECONDS)
                    || !requests.awaitTermination(PATIENCE_S, TimeUnit.SECONDS)) {
                return; // A listener ignores its interrupt, or is the one that closes.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Executes a task; a closed executor drops it. */
    private static void execute(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            return;
        }
    }

    static ThreadFactory daemons(String name) {
        final AtomicInteger count = new AtomicInteger();
        return work -> {
            final Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
