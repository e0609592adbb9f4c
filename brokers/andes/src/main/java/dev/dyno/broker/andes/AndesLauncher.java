package dev.dyno.broker.andes;

import dev.dyno.broker.launcher.Launcher;

/** Runs one Andes; see {@link Launcher}. */
public final class AndesLauncher {

    private AndesLauncher() {}

    /** @param args the path of a properties file; see {@link AndesServer} */
    public static void main(String[] args) throws InterruptedException {
        Launcher.start(args[0], settings -> {
            AndesServer server = new AndesServer(settings);
            server.start();
            Launcher.atExit(server::stop);
            server.awaitDelivery();
            return server.facts();
        });
        Thread.currentThread().join(); // Until a signal ends the process.
    }
}
