package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.pace.TimerJitter;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.WakeUps;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Thread that only sleeps while a run is prepared, and so measures how late this machine wakes up an idle thread.
 *
 * <p>Assumptions and guarantees: one thread begins and ends it; another sleeps.
 */
final class IdleSleeper {

    private static final long INTERVAL_NS = 250_000;

    /** Number of the last waits that are measured: one second of them. */
    private static final int WAITS = 4_000;

    private final FutureTask<TimerJitter> sleeping;
    private volatile boolean ended;

    IdleSleeper(TimeSource time) {
        sleeping = new FutureTask<>(() -> {
            SystemTime.prepareThread();
            return TimerJitter.measure(time, INTERVAL_NS, WAITS, done -> ended);
        });
        Thread thread = new Thread(sleeping, "idle-sleeper");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the sleep; returns the measured wake-ups, also at later calls. Empty if the calling thread is interrupted. */
    Optional<WakeUps> end() {
        ended = true;
        try {
            TimerJitter jitter = sleeping.get();
            return Optional.of(new WakeUps(
                    jitter.count(),
                    Percentile.JUDGED.stream()
                            .map(percentile -> jitter.percentileNs(percentile.percent()))
                            .toList()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
