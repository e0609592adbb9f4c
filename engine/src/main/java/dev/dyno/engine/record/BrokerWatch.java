package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.model.result.BrokerDeath;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The end of the broker's process, as the cause of a failed run. */
public final class BrokerWatch {

    /** The end of the process may be seen so long after the end of its connections, of which it is the cause. */
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

    /** How the broker has ended, if it has; waits a moment where that would explain a failure. */
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
