package dev.dyno.broker.andes;

import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Runs one Andes.
 *
 * <p>Standard output has one line for the tool: {@code READY port=… name=value …} once clients are served, or {@code FAILED}
 * with a sentence. Standard error has the broker's own warnings.
 */
public final class AndesLauncher {

    private AndesLauncher() {}

    /** @param args the path of a properties file; see {@link AndesServer} */
    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        AndesServer server = new AndesServer(settings);
        try {
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopQuietly(server), "stop"));
            ignoreHangup();
            server.awaitDelivery();
            StringBuilder line = new StringBuilder("READY port=").append(server.port());
            server.facts()
                    .forEach((name, value) ->
                            line.append(' ').append(name).append('=').append(value.replace(' ', '_')));
            System.out.println(line);
        } catch (CannotRunException e) {
            fail(e.getMessage());
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            fail(e.toString());
        }
        Thread.currentThread().join(); // Until a signal.
    }

    private static void fail(@Nullable String message) {
        System.out.println("FAILED " + String.valueOf(message).replace('\n', ' '));
        Runtime.getRuntime().halt(1); // Stopping what did not start may hang, and the tool cleans up.
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the broker's log.
    private static void stopQuietly(AndesServer server) {
        try {
            server.stop();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
        }
    }

    /** Andes reads a part of its configuration again at SIGHUP, which a terminal sends when it is closed. */
    private static void ignoreHangup() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        try {
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("HUP"),
                            handler.getField("SIG_IGN").get(null));
        } catch (InvocationTargetException e) {
            // A platform without this signal.
        }
    }
}
