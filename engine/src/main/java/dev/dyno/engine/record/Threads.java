package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import java.util.List;

/** Starts tasks: each on a thread of its own or, on a virtual clock, one after the other on the caller's thread. */
@FunctionalInterface
public interface Threads {

    Running start(String name, Runnable task);

    /** A started task. */
    @FunctionalInterface
    interface Running {

        /**
         * Waits for the end of the task.
         *
         * @param timeoutMillis at least 1
         * @return whether it has ended
         */
        boolean join(long timeoutMillis);
    }

    /** Waits for the end of all tasks, for at most {@code timeoutNs} in total. */
    static void joinAll(List<Running> running, TimeSource time, long timeoutNs) {
        long deadlineNs = time.nanoTime() + timeoutNs;
        for (Running one : running) {
            one.join(Math.max(1, (deadlineNs - time.nanoTime()) / 1_000_000));
        }
    }

    /** Starts a daemon thread for each task. {@code prepare} is run first on each, to adjust its timers. */
    static Threads daemons(Runnable prepare) {
        return (name, task) -> {
            Thread thread = new Thread(
                    () -> {
                        prepare.run();
                        task.run();
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
            return timeout -> {
                try {
                    thread.join(timeout);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return !thread.isAlive();
            };
        };
    }

    /** Runs each task to its end before {@link #start} returns. */
    static Threads inline() {
        return (name, task) -> {
            task.run();
            return timeout -> true;
        };
    }
}
