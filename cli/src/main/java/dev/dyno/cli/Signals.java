package dev.dyno.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl+C, SIGTERM and SIGHUP, of a terminal that is closed, in our hands, so that a load can be ended in good order: a shutdown hook would come too late, when the
 * process can only end with the signal's status.
 */
final class Signals {

    private static final int INTERRUPTED_STATUS = 130;

    /** Whoever ends a group of processes may signal this one by itself, too: {@code timeout} does. Nobody types so fast. */
    private static final Duration SAME_WISH = Duration.ofMillis(500);

    private Signals() {}

    /** At the first signal runs {@code onFirst}; at the second, if that is another wish, ends the process at once. */
    static void endInGoodOrder(Runnable onFirst) {
        handle("INT", onFirst);
        handle("TERM", onFirst);
        handle("HUP", onFirst);
    }

    /** By reflection, because the compiler forbids the name; every JDK that runs this has it (module jdk.unsupported). */
    private static void handle(String name, Runnable onFirst) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            AtomicReference<@Nullable Instant> first = new AtomicReference<>();
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, args) -> {
                        switch (method.getName()) {
                            case "handle" -> {
                                Instant now = Instant.now();
                                if (first.compareAndSet(null, now)) {
                                    onFirst.run();
                                } else if (now.isAfter(
                                        Objects.requireNonNull(first.get()).plus(SAME_WISH))) {
                                    Runtime.getRuntime().halt(INTERRUPTED_STATUS);
                                }
                                return null;
                            }
                            case "hashCode" -> {
                                return System.identityHashCode(proxy);
                            }
                            case "equals" -> {
                                return proxy == args[0];
                            }
                            default -> {
                                return "signal handler";
                            }
                        }
                    });
            signal.getMethod("handle", signal, handlerType)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
        } catch (ClassNotFoundException | InvocationTargetException e) {
            // A JVM or a platform without it: the signal ends the process.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
