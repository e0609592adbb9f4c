package dev.dyno.broker.artemis;

import dev.dyno.broker.launcher.Launcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Runs one broker; see {@link Launcher}. */
public final class ArtemisLauncher {

    private static final String REHEARSE = "rehearse";

    private ArtemisLauncher() {}

    /**
     * @param args the path of a properties file with {@code config}, {@code security}, {@code user} and {@code password};
     *     then {@code rehearse} to start, stop and end without a tool, so that the build can record which classes a start needs
     */
    public static void main(String[] args) throws InterruptedException {
        Launcher.start(args[0], ArtemisLauncher::start);
        if (List.of(args).contains(REHEARSE)) {
            System.exit(0);
        }
        Thread.currentThread().join(); // Until a signal ends the process.
    }

    private static Map<String, String> start(Properties settings) throws Exception {
        ArtemisServer server = new ArtemisServer();
        server.configure(Path.of(settings.getProperty("config")));
        if (Boolean.parseBoolean(settings.getProperty("security"))) {
            server.secure(settings.getProperty("user"), settings.getProperty("password"));
        }
        Launcher.atExit(server::stop);
        server.start();
        Map<String, String> facts = server.facts();
        // The counter must exist before the tool reads READY and looks for it.
        QueuedMessages.count(server);
        return facts;
    }
}
