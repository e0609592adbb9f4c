package dev.dyno.engine.receive;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;

/**
 * A thread that fetches the messages of one consumer, by waiting for each or by looking from time to time. It ends when that
 * fails.
 *
 * <p>Assumptions and guarantees: {@link #run} once; {@link #stop} from any thread. What is left of the last batch is settled
 * by this thread at its end.
 */
final class ReceiveLoop implements Runnable {

    /** How long one wait takes, at the most, before the loop looks whether it is to stop. */
    private static final long WAIT_NS = 100_000_000;

    /** When to look again whether there is a place for another message. */
    private static final long FULL_NS = 5_000_000;

    private final TimeSource time;
    private final Consumer consumer;
    private final Receiver receiver;
    private final java.util.function.Consumer<Throwable> onFailure;
    /** 0 = wait for each message; otherwise look, and pause so long after an empty look. */
    private final long pollIntervalNs;

    private volatile boolean stopped;
    private volatile boolean paused;
    private volatile Thread thread = Thread.currentThread();

    ReceiveLoop(
            TimeSource time,
            Consumer consumer,
            Receiver receiver,
            java.util.function.Consumer<Throwable> onFailure,
            long pollIntervalNs) {
        this.time = time;
        this.consumer = consumer;
        this.receiver = receiver;
        this.onFailure = onFailure;
        this.pollIntervalNs = pollIntervalNs;
    }

    void stop() {
        stopped = true;
        time.unpark(thread);
    }

    /** Fetches nothing until {@link #resume}. */
    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        time.unpark(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!stopped) {
                if (paused) {
                    time.parkUntil(time.nanoTime() + WAIT_NS);
                } else if (!receiver.takesOne()) {
                    time.parkUntil(time.nanoTime() + FULL_NS);
                } else if (!consumer.receive(pollIntervalNs == 0 ? WAIT_NS : 0)) {
                    boolean shares = receiver.leave();
                    // Whoever finds no place looks again meanwhile, and may be the one that messages come to.
                    if (shares || pollIntervalNs > 0) {
                        time.parkUntil(time.nanoTime() + Math.max(pollIntervalNs, shares ? 2 * FULL_NS : 0));
                    }
                }
            }
            receiver.finish();
        } catch (DriverException | RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }
}
