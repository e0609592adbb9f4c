package dev.dyno.broker.keeper;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Calls a broker's own main class and sees to its end with the tool, which holds this process's standard input open.
 *
 * <p>At the end of standard input, the tool is dead and nobody else cleans up: a private data folder is deleted, and the process
 * halts at once, because what a broker would save on its way out is deleted anyway. With a folder that is kept, the broker
 * gets time to stop in good order. A byte on standard input says that the tool is about to send SIGTERM.
 *
 * <p>SIGINT and SIGHUP are ignored, because a terminal sends them to every process of the tool's group while the tool still
 * needs its broker to drain it.
 */
public final class Keeper {

    private static final long STOP_LIMIT_MILLIS = 10_000;

    private Keeper() {}

    /** @param args data folder; {@code true} if it is to be deleted when the tool dies; the main class; its arguments */
    public static void main(String[] args) throws Throwable {
        ignoreSignal("INT");
        ignoreSignal("HUP");
        watchStandardInput(Path.of(args[0]), Boolean.parseBoolean(args[1]));
        Method main = Class.forName(args[2]).getMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(args, 3, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static void watchStandardInput(Path data, boolean delete) {
        Thread watch = new Thread(
                () -> {
                    if (!toolEndsTheBroker()) {
                        endWithTheTool(data, delete);
                    }
                },
                "tool-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Does not read on after a byte: a thread that still reads would hold up the exit of the JVM by 0.3 s. */
    private static boolean toolEndsTheBroker() {
        try {
            return System.in.read() >= 0;
        } catch (IOException e) {
            return false; // A broken pipe is an end, too.
        }
    }

    private static void endWithTheTool(Path data, boolean delete) {
        try {
            if (delete) {
                deleteAfterTheEnd(data);
            } else {
                Thread stop = new Thread(() -> System.exit(0), "stop-with-the-tool");
                stop.setDaemon(true);
                stop.start();
                stop.join(STOP_LIMIT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    /**
     * Lets a process delete the data that waits for the end of this one, which holds its standard input open: a broker in the
     * middle of its start would make the folders again.
     */
    private static void deleteAfterTheEnd(Path data) {
        try {
            new ProcessBuilder("sh", "-c", "cat; rm -rf -- \"$1\"", "sh", data.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // A platform without a shell: the next start of a tool deletes what a dead one left.
        }
    }

    /** By reflection, because the compiler forbids the name; every JDK that runs this tool has it (module jdk.unsupported). */
    public static void ignoreSignal(String name) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        try {
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance(name),
                            handler.getField("SIG_IGN").get(null));
        } catch (InvocationTargetException e) {
            // A platform without this signal.
        }
    }
}
