package dev.dyno.broker.activemq;

import dev.dyno.broker.launcher.CannotRunException;
import dev.dyno.broker.launcher.Launcher;

/** Runs one broker; see {@link Launcher}. */
public final class ActiveMqLauncher {

    private ActiveMqLauncher() {}

    /** @param args the path of a properties file, see {@link ActiveMqServer} */
    public static void main(String[] args) throws InterruptedException {
        Launcher.start(args[0], settings -> {
            ActiveMqServer server = new ActiveMqServer(settings);
            try {
                server.start();
                return server.facts();
            } catch (Exception | LinkageError e) {
                e.printStackTrace();
                throw new CannotRunException(String.valueOf(e.getMessage()));
            }
        });
        Thread.currentThread().join(); // Until a signal ends the process.
    }
}
