package dev.dyno.driver.pulsar;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the library a few seconds at the most, where a failure does not matter any more. */
final class Bounded {

    private static final long LIMIT_SECONDS = 3;

    private Bounded() {}

    /** Whether it has ended by then, well or not. An interrupt of the calling thread is kept for later. */
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
