package dev.dyno.page;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stored runs that few tests look at, measured when the first of them does. */
final class OtherRuns {

    private final Path folder;
    private @Nullable Path stopped;
    private @Nullable Path consumers;
    private @Nullable Path several;

    OtherRuns(Path folder) {
        this.folder = folder;
    }

    /** A run that was ended by Ctrl+C, long before its end. */
    synchronized Path stopped() {
        if (stopped == null) {
            Path runs = folder.resolve("stopped");
            DynoCommand endless = Runs.client(runs, "--broker sim --rate 400 queue://E");
            awaitSeconds(runs, 3, endless);
            endless.interrupt();
            endless.end(0, 4);
            stopped = DynoCommand.runIn(runs);
        }
        return stopped;
    }

    /** One of consumers that got what others had sent, on an Artemis. */
    synchronized Path consumers() {
        if (consumers == null) {
            Path runs = folder.resolve("consumers");
            try (ManagedBroker broker = new BrokerLauncher(DynoCommand.HOME).start(BrokerSpec.of("artemis"))) {
                String url = Objects.requireNonNull(broker.urls().get("artemis"), "the URL for the driver artemis");
                DynoCommand consumer =
                        Runs.run(runs, "consumer", "--driver artemis --url " + url + " --duration 4 queue://D");
                Runs.run(
                                folder.resolve("producers"),
                                "producer",
                                "--driver artemis --url " + url + " --rate 200 --duration 3 queue://D")
                        .end(0, 4);
                consumer.end(0, 4);
            } catch (BrokerException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            consumers = DynoCommand.runIn(runs);
        }
        return consumers;
    }

    /** Page about three runs. */
    synchronized Path severalOf(Runs runs) {
        if (several == null) {
            several = Runs.page(folder.resolve("several.html"), runs.paused(), runs.stalled(), runs.failed());
        }
        return several;
    }

    /** Waits until a run in progress has this number of seconds. */
    private static void awaitSeconds(Path runs, int seconds, DynoCommand run) {
        while (run.isAlive() && seconds(runs) < seconds) {
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static long seconds(Path runs) {
        try (Stream<Path> files = Files.walk(runs)) {
            Optional<Path> intervals =
                    files.filter(file -> file.endsWith("intervals.jsonl")).findFirst();
            return intervals.isEmpty() ? 0 : Files.readAllLines(intervals.get()).size();
        } catch (IOException | UncheckedIOException e) {
            // It is not there yet.
            return 0;
        }
    }
}
