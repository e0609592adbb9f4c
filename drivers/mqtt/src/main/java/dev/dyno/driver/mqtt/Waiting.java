package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers outside the load. */
final class Waiting {

    private static final long LIMIT_SECONDS = 30;

    private Waiting() {}

    static <T> T on(CompletableFuture<T> answer, String what) throws DriverException {
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new DriverException(what + ": no answer within " + LIMIT_SECONDS + " s", e);
        } catch (InterruptedException | ExecutionException e) {
            throw Failures.of(what, e);
        }
    }
}
