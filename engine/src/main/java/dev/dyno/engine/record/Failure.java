package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.PlainText;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * First failure of a run; later ones are its consequences. Only a known root cause may be reported later and replace it.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
public final class Failure {

    /** A part of a run whose exception fails the run. */
    @FunctionalInterface
    public interface Step {
        void run() throws DriverException;
    }

    private final AtomicReference<Throwable> first = new AtomicReference<>();
    private final AtomicReference<Throwable> counted = new AtomicReference<>();
    private final Runnable onFirst;

    /** @param onFirst called once, on the thread of the failure; must be short */
    Failure(Runnable onFirst) {
        this.onFirst = onFirst;
    }

    public void report(Throwable cause) {
        if (first.compareAndSet(null, cause)) {
            onFirst.run();
        }
    }

    /** Runs a step and reports the exception that ends it, if any. */
    public void reportFrom(Step step) {
        try {
            step.run();
        } catch (DriverException | RuntimeException | Error e) {
            report(e);
        }
    }

    /** Reports the root cause, replacing an earlier report. */
    public void reportRoot(Throwable cause) {
        if (first.getAndSet(cause) == null) {
            onFirst.run();
        }
    }

    /** Notes a failed send that does not end the run. */
    public void counted(Throwable cause) {
        counted.compareAndSet(null, cause);
    }

    /** Cause of the first failed send that did not end the run. */
    public Optional<String> firstCounted() {
        return Optional.ofNullable(counted.get()).map(Failure::sentenceOf);
    }

    public boolean happened() {
        return first.get() != null;
    }

    /** The cause in one line; empty if the run has not failed. */
    public Optional<String> sentence() {
        return Optional.ofNullable(first.get()).map(Failure::sentenceOf);
    }

    /** A cause in one line. */
    public static String sentenceOf(Throwable cause) {
        String message = cause instanceof Error error ? shortage(error) : cause.getMessage();
        String text = message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
        return PlainText.of(text).strip().replaceAll("\\s*\\n\\s*", " ");
    }

    /** Names the shortage or error of the JVM, and says what to do where that is known. */
    private static String shortage(Error error) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        if (error instanceof OutOfMemoryError) {
            return message.contains("native thread")
                    ? "the system gave Dyno no more threads (" + message
                            + "); raise ulimit -u or the limit of its container, or lower the number of clients"
                    : "Dyno had no more memory (" + message
                            + "); give it more, for example by JAVA_ARGS=-Xmx4g, or lower the number of clients or"
                            + " max-pending";
        }
        String name = error.getClass().getSimpleName();
        return message.isBlank() ? name : name + ": " + message;
    }
}
