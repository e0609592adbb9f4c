package dev.dyno.broker.artemis;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one broker for a tool that holds this process's standard input open.
 *
 * <p>Standard output has one line for the tool: {@code READY port=… name=value …} once clients can connect, or {@code FAILED}
 * with a sentence. Standard error has the broker's own warnings.
 *
 * <p>Ends on SIGTERM, leaving the data to the tool, and at the end of standard input, which is the tool's death: then nobody
 * else cleans up, so the broker deletes its folder itself. SIGINT and SIGHUP are ignored, because a terminal sends them to
 * every process of the tool's group while the tool still needs its broker to drain it.
 */
public final class ArtemisLauncher {

    private static final String REHEARSE = "rehearse";
    private static final long STOP_LIMIT_MILLIS = 2_000;
    private static final int DELETE_ATTEMPTS = 20;

    private ArtemisLauncher() {}

    /**
     * @param args the path of a properties file with {@code config}, {@code data}, {@code delete-data}, {@code security},
     *     {@code user} and {@code password}; then {@code rehearse} to start, stop and end without a tool, so that the build can
     *     record which classes a start needs
     */
    public static void main(String[] args) throws Exception {
        ignoreSignal("INT");
        ignoreSignal("HUP");
        boolean rehearsal = List.of(args).contains(REHEARSE);
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        try {
            ArtemisServer server = new ArtemisServer();
            if (!rehearsal) {
                watchStandardInput(server, settings);
            }
            server.configure(Path.of(settings.getProperty("config")));
            if (Boolean.parseBoolean(settings.getProperty("security"))) {
                server.secure(settings.getProperty("user"), settings.getProperty("password"));
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopQuietly(server), "stop"));
            server.start();
            StringBuilder line = new StringBuilder("READY port=").append(server.port());
            server.facts()
                    .forEach((name, value) ->
                            line.append(' ').append(name).append('=').append(value.replace(' ', '_')));
            System.out.println(line);
            if (rehearsal) {
                System.exit(0);
            }
        } catch (CannotRunException e) {
            fail(e.getMessage());
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            fail(e.toString());
        }
        Thread.currentThread().join(); // Until a signal or the end of standard input.
    }

    private static void fail(@Nullable String message) {
        System.out.println("FAILED " + String.valueOf(message).replace('\n', ' '));
        Runtime.getRuntime().halt(1); // Stopping what did not start may hang, and the tool cleans up.
    }

    private static void watchStandardInput(ArtemisServer server, Properties settings) {
        Path data = Path.of(settings.getProperty("data"));
        boolean delete = Boolean.parseBoolean(settings.getProperty("delete-data"));
        Thread watch = new Thread(() -> endWithTheTool(server, data, delete), "tool-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void endWithTheTool(ArtemisServer server, Path data, boolean delete) {
        if (toolEndsTheBroker()) {
            return;
        }
        Thread stop = new Thread(() -> stopQuietly(server), "stop-with-the-tool");
        stop.setDaemon(true);
        stop.start();
        try {
            stop.join(STOP_LIMIT_MILLIS);
            if (delete) {
                // A broker that did not stop in time may still create a file behind the walk, hence more than one
                // attempt.
                for (int i = 0; i < DELETE_ATTEMPTS && !deleted(data); i++) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    /**
     * Waits for the tool. A byte says that SIGTERM follows: a thread that still reads then would hold up the exit of the JVM
     * by 0.3 s.
     */
    private static boolean toolEndsTheBroker() {
        try {
            return System.in.read() >= 0;
        } catch (IOException e) {
            return false; // A broken pipe is an end, too.
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the broker's log.
    private static void stopQuietly(ArtemisServer server) {
        try {
            server.stop();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
        }
    }

    private static boolean deleted(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
            return Files.notExists(folder);
        } catch (IOException e) {
            return false;
        }
    }

    /** By reflection, because the compiler forbids the name; every JDK that runs this tool has it (module jdk.unsupported). */
    private static void ignoreSignal(String name) throws ReflectiveOperationException {
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
