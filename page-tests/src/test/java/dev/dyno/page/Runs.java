package dev.dyno.page;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.driver.tck.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Stored runs, measured now.
 *
 * @param paused on an Artemis that was paused for a second: a fault, and a broker with all its figures
 * @param stalled on a simulated broker that stalls, on a virtual clock ({@link StalledRun})
 * @param failed on a simulated broker that dies
 */
record Runs(Path paused, Path stalled, Path failed) {

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

    static Runs measure(Path folder) throws IOException {
        Path paused = folder.resolve("paused");
        Path failed = folder.resolve("failed");
        // At once: no figure of theirs is looked at, and most of their time is the start of a JVM.
        DynoCommand onABroker = client(
                paused, "--reconnect --persistent --rate 400 --warmup 1 --duration 5 --at 3s pause:1s queue://A");
        DynoCommand dying = client(failed, "--broker sim --set die=4s --rate 400 --duration 5 queue://C");
        Path stalled = StalledRun.store(folder.resolve("stalled"));
        dying.end(1);
        onABroker.end(0, 4);
        return new Runs(DynoCommand.runIn(paused), stalled, DynoCommand.runIn(failed));
    }

    /** By two workers, on an Artemis. */
    static Path measureWithWorkers(Path runs) throws BrokerException, InterruptedException {
        String address = "127.0.0.1:" + FreePort.find();
        try (ManagedBroker broker = new BrokerLauncher(DynoCommand.HOME).start(BrokerSpec.of("artemis"))) {
            List<DynoCommand> workers = Stream.of("w1", "w2")
                    .map(name -> DynoCommand.start(
                            JVM, "worker", "--name", name, "--join", address, "--once", "--wait", "60s"))
                    .toList();
            client(
                            runs,
                            "--driver artemis --url " + broker.urls().get("artemis") + " --workers 2 --listen "
                                    + address
                                    + " --producers 2 --consumers 2 --max-pending 100 --rate 200 --duration 3 queue://W")
                    .end(0, 4);
            workers.forEach(worker -> worker.end(0));
        }
        return DynoCommand.runIn(runs);
    }

    static DynoCommand client(Path runs, String arguments) {
        return run(runs, "client", arguments);
    }

    static DynoCommand run(Path runs, String verb, String arguments) {
        return DynoCommand.start(JVM, (verb + " --silent --runs " + runs + " " + arguments).split(" ", -1));
    }

    /** A page about several of them. */
    static Path page(Path file, Path... runs) {
        List<String> words = new ArrayList<>(List.of("report", "--html", file.toString()));
        for (Path run : runs) {
            words.add(run.toString());
        }
        DynoCommand.run(JVM, words.toArray(String[]::new));
        return file;
    }
}
