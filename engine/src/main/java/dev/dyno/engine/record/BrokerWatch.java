package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.model.result.BrokerDeath;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Watches for the end of the broker's process, as the cause of a failed run. */
public final class BrokerWatch {

    /** Longest time, in ns, by which the end of the process may be noticed after the end of its connections. */
    private static final long DEATH_NS = 1_000_000_000;

    private final Failure failure;
    private Optional<CompletableFuture<BrokerDeath>> death = Optional.empty();

    public BrokerWatch(Failure failure) {
        this.failure = failure;
    }

    /** @param end completes when the process ends without having been asked to */
    public void watch(CompletableFuture<BrokerDeath> end) {
        death = Optional.of(end.thenApply(how -> {
            failure.reportRoot(new DriverException(how.sentence()));
            return how;
        }));
    }

    /** How the broker's process ended, if it did; waits a moment if that could explain a failure. */
    public Optional<BrokerDeath> death() {
        if (death.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(death.get().get(failure.happened() ? DEATH_NS : 0, TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
