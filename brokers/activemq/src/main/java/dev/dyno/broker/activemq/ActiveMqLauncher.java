package dev.dyno.broker.activemq;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Runs one broker for a tool, under a keeper that sees to its end.
 *
 * <p>Standard output has one line for the tool: {@code READY port=… name=value …} once clients are served, or {@code FAILED}
 * with a sentence. Standard error has the broker's own warnings.
 */
public final class ActiveMqLauncher {

    private ActiveMqLauncher() {}

    /** @param args the path of a properties file, see {@link ActiveMqServer} */
    public static void main(String[] args) throws InterruptedException {
        try {
            Properties settings = new Properties();
            try (Reader reader = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8)) {
                settings.load(reader);
            }
            ActiveMqServer server = new ActiveMqServer(settings);
            server.start();
            StringBuilder line = new StringBuilder("READY");
            for (Map.Entry<String, String> fact : server.facts().entrySet()) {
                line.append(' ')
                        .append(fact.getKey())
                        .append('=')
                        .append(fact.getValue().replace(' ', '_'));
            }
            System.out.println(line);
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            System.out.println("FAILED " + String.valueOf(e.getMessage()).replace('\n', ' '));
            Runtime.getRuntime().halt(1); // Stopping what did not start may hang, and the tool cleans up.
        }
        Thread.currentThread().join(); // Until a signal, or until the keeper ends it.
    }
}
