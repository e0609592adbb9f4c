package dev.dyno.broker.launcher;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Runs one broker in this JVM, for the tool.
 *
 * <p>Standard output has one line for the tool: {@code READY name=value …} once clients are served, or {@code FAILED} with a
 * sentence. Standard error has the broker's own warnings.
 */
public final class Launcher {

    private Launcher() {}

    @FunctionalInterface
    public interface Start {

        /**
         * @return settings with the values that the broker reports, and its ports
         * @throws CannotRunException with a sentence
         */
        Map<String, String> with(Properties settings) throws Exception;
    }

    /** Action that may fail. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /** @param settings the path of a properties file */
    public static void start(String settings, Start broker) {
        try {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(Path.of(settings), StandardCharsets.UTF_8)) {
                properties.load(reader);
            }
            StringBuilder line = new StringBuilder("READY");
            broker.with(properties)
                    .forEach((name, value) ->
                            line.append(' ').append(name).append('=').append(value.replace(' ', '_')));
            System.out.println(line);
        } catch (CannotRunException e) {
            fail(e.getMessage());
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            fail(e.toString());
        }
    }

    private static void fail(@Nullable String message) {
        System.out.println("FAILED " + String.valueOf(message).replace('\n', ' '));
        Runtime.getRuntime().halt(1); // Stopping what did not start may hang, and the tool cleans up.
    }

    /** Registers an action to run when a signal ends the process. */
    public static void atExit(Action stop) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> runQuietly(stop), "stop"));
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the broker's log.
    private static void runQuietly(Action action) {
        try {
            action.run();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
        }
    }
}
