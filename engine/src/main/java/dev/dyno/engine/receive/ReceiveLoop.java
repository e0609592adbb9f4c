package dev.dyno.engine.receive;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;

/**
 * Loop that fetches the messages of one consumer, either waiting for each or polling. It ends when it is stopped, or when
 * fetching fails.
 *
 * <p>Assumptions and guarantees: {@link #run} once; {@link #stop} from any thread. A loop that is stopped settles the last batch.
 */
final class ReceiveLoop implements Runnable {

    /** Maximum duration of one wait, in ns, after which the loop checks whether it is to stop. */
    private static final long WAIT_NS = 100_000_000;

    /** Time in ns until the loop checks again whether another message may be taken. */
    private static final long FULL_NS = 5_000_000;

    private final TimeSource time;
    private final Consumer consumer;
    private final Receiver receiver;
    private final java.util.function.Consumer<Throwable> onFailure;
    /** 0 = wait for each message; otherwise poll, and pause for this time after an empty poll. */
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

    /** Stops fetching until {@link #resume}. */
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
                    boolean shares = receiver.returnPlace();
                    // During the pause another consumer can take the place: the broker may send the messages to that
                    // one.
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
