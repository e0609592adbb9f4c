package dev.dyno.driver.pulsar;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits a few seconds at most for the library, where a failure no longer matters. */
final class TimeLimit {

    private static final long LIMIT_SECONDS = 3;

    private TimeLimit() {}

    /** Returns whether it has ended by then, successfully or not. An interrupt of the calling thread is kept for later. */
    static boolean await(CompletableFuture<?> end) {
        try {
            end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
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
}
