package dev.dyno.cli;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl+C, SIGTERM and SIGHUP (of a closed terminal), so that a load can be ended in good order: a shutdown hook would
 * come too late, when the process can only end with the signal's status.
 */
final class Signals {

    private static final int INTERRUPTED_STATUS = 130;

    /**
     * Time within which signals count as one: a program that ends a group of processes, for example {@code timeout}, may also
     * signal this one by itself. Nobody types so fast.
     */
    private static final Duration SAME_REQUEST = Duration.ofMillis(500);

    /** Time after the second request in which the process must end. */
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(4);

    private final Runnable onRequest;
    /** Times of the requests. Guarded by this. */
    private final Deque<Instant> requests = new ArrayDeque<>();

    private Signals(Runnable onRequest) {
        this.onRequest = onRequest;
    }

    /**
     * Runs {@code onRequest} at the first signal. A second signal, if it is another request, runs it again, and ends the process 4 s
     * later; a third ends it at once. SIGINT, SIGTERM and SIGHUP count alike.
     */
    static void endInGoodOrder(Runnable onRequest) {
        Signals signals = new Signals(onRequest);
        signals.handle("INT");
        signals.handle("TERM");
        signals.handle("HUP");
    }

    void received() {
        int request;
        synchronized (this) {
            Instant now = Instant.now();
            if (!requests.isEmpty() && now.isBefore(requests.getLast().plus(SAME_REQUEST))) {
                return;
            }
            requests.add(now);
            request = requests.size();
        }
        if (request == 2) {
            CompletableFuture.delayedExecutor(EXIT_LIMIT.toMillis(), TimeUnit.MILLISECONDS, Runnable::run)
                    .execute(() -> Runtime.getRuntime().halt(INTERRUPTED_STATUS));
        } else if (request > 2) {
            Runtime.getRuntime().halt(INTERRUPTED_STATUS);
        }
        onRequest.run();
    }

    /**
     * Installs a handler by reflection, because the compiler forbids the name; every JDK that can run Dyno has the class (module
     * jdk.unsupported).
     */
    private void handle(String name) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            MethodHandle received = MethodHandles.lookup().bind(this, "received", MethodType.methodType(void.class));
            Object handler = MethodHandleProxies.asInterfaceInstance(
                    handlerType, MethodHandles.dropArguments(received, 0, signal));
            signal.getMethod("handle", signal, handlerType)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
        } catch (ClassNotFoundException | InvocationTargetException e) {
            // The JVM lacks the class, or the platform the signal, which then ends the process.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
