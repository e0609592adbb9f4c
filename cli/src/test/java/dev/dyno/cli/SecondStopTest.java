package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two Ctrl+C, a second apart, in each phase of a run: it has ended five seconds after the second, and nothing of it is left. */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Timeout(60)
class SecondStopTest extends WithProcesses {

    private static final int END_S = 5;

    /** A broker begins to start; what is tested comes after it. */
    private static final int START_S = 30;

    private static final long APART_NS = 1_000_000_000L;
    private static final String LOADING = "\\d+:\\d\\d (warm-up|load).* of .*";
    private static final Pattern BROKER = Pattern.compile("\\S+ \\S+, process (\\d+)");

    @BeforeEach
    void prepareFiles() throws IOException {
        processes.withTemporary(temporary());
    }

    /** With the private folders of brokers. */
    private Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("tmp"));
    }

    private Process start(String options) throws IOException {
        return processes.type("client", "client --rate 100 --runs %s " + options, folder.resolve("runs"));
    }

    private void assertThatTwoStopsEnd(Process process) throws Exception {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        Processes.signal("INT", process.pid());
        LockSupport.parkNanos(APART_NS);
        all.addAll(process.descendants().toList());
        Processes.signal("INT", process.pid());
        processes.awaitEnd("client", process, END_S);
        assertThatNothingIsLeft(all);
    }

    private void assertThatNothingIsLeft(List<ProcessHandle> all) throws IOException {
        String used = temporary().toString();
        assertThat(awaits(END_S, () -> all.stream().noneMatch(ProcessHandle::isAlive) && !isNamedByAProcess(used)))
                .as("processes")
                .isTrue();
        assertThat(awaits(END_S, this::isTemporaryFolderEmpty)).as("folders").isTrue();
    }

    /** Also by one that began after the stop. */
    private static boolean isNamedByAProcess(String path) {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(path));
    }

    private boolean isTemporaryFolderEmpty() {
        try (Stream<Path> files = Files.list(temporary())) {
            // The JVM leaves this file at a halt; the next JVM removes it.
            return files.allMatch(file -> file.getFileName().toString().startsWith("hsperfdata_"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean awaits(int seconds, BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean() && System.nanoTime() < endNs) {
            LockSupport.parkNanos(20_000_000);
        }
        return condition.getAsBoolean();
    }

    /** One stop is enough there. */
    @Test
    @Tag("broker")
    void whileABrokerIsPrepared() throws Exception {
        Process process = start("--warmup 0 --broker artemis queue://T");
        assertThat(awaits(
                        START_S,
                        () -> !isTemporaryFolderEmpty()
                                && process.descendants().findAny().isPresent()))
                .as(processes.said("client"))
                .isTrue();
        List<ProcessHandle> all = process.descendants().toList();
        Processes.signal("INT", process.pid());

        processes.awaitEnd("client", process, END_S);
        assertThat(processes.said("client")).contains("dyno client: stopped before the broker was ready");
        assertThatNothingIsLeft(all);
    }

    @Test
    void whileClientsConnect() throws Exception {
        try (ServerSocket still = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Process process = start("--warmup 0 --url tcp://127.0.0.1:" + still.getLocalPort() + " queue://T");
            try (Socket asked = still.accept()) {
                assertThat(asked.isConnected()).isTrue();
                assertThatTwoStopsEnd(process);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--broker nats --duration 60 --warmup 50 topic://T",
                "--warmup 0 --broker artemis --duration 60 queue://T"
            })
    @Tag("broker")
    @Tag("nightly")
    void inTheWarmupAndInTheLoad(String options) throws Exception {
        Process process = start(options);
        processes.awaitLine("client", LOADING);
        assertThatTwoStopsEnd(process);
    }

    /** The consumers are slower than the producers by far. */
    @Test
    @Tag("broker")
    @Tag("nightly")
    void inTheDrain() throws Exception {
        Process process =
                start("--warmup 0 --broker nats --driver jetstream --think-time 1s --duration 2 --drain 60 queue://T");
        processes.awaitLine("client", "NOTE: .* deliveries are owed.*");
        assertThatTwoStopsEnd(process);
    }

    /** The client library waits for a broker that stands still. */
    @Test
    @Tag("broker")
    @Tag("nightly")
    void whileConnectionsClose() throws Exception {
        Process process = start("--warmup 0 --broker artemis --producers 20 --consumers 20 --duration 60 queue://T");
        processes.awaitLine("client", LOADING);
        Matcher broker = BROKER.matcher(processes.said("client"));
        assertThat(broker.find()).as(processes.said("client")).isTrue();
        Processes.signal("STOP", Long.parseLong(broker.group(1)));
        assertThatTwoStopsEnd(process);
    }
}
