package dev.dyno.broker.artemis;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Runs one broker for a tool, under a keeper that sees to its end.
 *
 * <p>Standard output has one line for the tool: {@code READY port=… name=value …} once clients can connect, or {@code FAILED}
 * with a sentence. Standard error has the broker's own warnings.
 */
public final class ArtemisLauncher {

    private static final String REHEARSE = "rehearse";

    private ArtemisLauncher() {}

    /**
     * @param args the path of a properties file with {@code config}, {@code security}, {@code user} and {@code password};
     *     then {@code rehearse} to start, stop and end without a tool, so that the build can record which classes a start needs
     */
    public static void main(String[] args) throws Exception {
        boolean rehearsal = List.of(args).contains(REHEARSE);
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        try {
            ArtemisServer server = new ArtemisServer();
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
            // Before the tool looks for it.
            QueuedMessages.count(server);
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
        Thread.currentThread().join(); // Until a signal, or until the keeper ends it.
    }

    private static void fail(@Nullable String message) {
        System.out.println("FAILED " + String.valueOf(message).replace('\n', ' '));
        Runtime.getRuntime().halt(1); // Stopping what did not start may hang, and the tool cleans up.
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the broker's log.
    private static void stopQuietly(ArtemisServer server) {
        try {
            server.stop();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
        }
    }
}
