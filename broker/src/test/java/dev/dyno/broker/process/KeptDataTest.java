package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data folder that the user named, with Artemis. */
@Tag("broker")
class KeptDataTest {

    @TempDir
    Path folder = Path.of("");

    private Path data = Path.of("");
    private BrokerSpec spec = BrokerSpec.of("artemis");

    @BeforeEach
    void nameAFolder() {
        // As a private one is named, and where those are: it is kept all the same.
        data = folder.resolve(DataFolder.PREFIX + "mine");
        spec = spec.withDataDir(data);
    }

    @Test
    void aPersistentMessageOutlivesAStop() throws Exception {
        CompletableFuture<Integer> exit;
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            exit = broker.onExit();
            assertThat(broker.data()).isEqualTo(data);
            assertThat(Files.getPosixFilePermissions(data)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
            JmsOnArtemis.send(broker.url("artemis"), "q", "hello");
            Files.writeString(data.resolve("notes"), "mine");
        }
        assertThat(exit.get(1, TimeUnit.SECONDS)).isEqualTo(128 + 15);
        requireTheMessage();
        assertThat(data.resolve("notes")).hasContent("mine");
        assertThat(data.resolve("broker.log")).isNotEmptyFile();
    }

    @Test
    void aPersistentMessageOutlivesAKilledBroker() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            JmsOnArtemis.send(broker.url("artemis"), "q", "hello");
            broker.kill();
        }
        requireTheMessage();
    }

    @Test
    @Tag("nightly")
    void aPersistentMessageOutlivesAKilledTool() throws Exception {
        Process tool = DeadTool.start(folder, "artemis", data.toString());
        try (BufferedReader out = DeadTool.output(tool)) {
            assertThat(Optional.ofNullable(out.readLine()))
                    .hasValueSatisfying(line -> assertThat(line).endsWith(" " + data));
            JmsOnArtemis.send(Optional.ofNullable(out.readLine()).orElseThrow(), "q", "hello");
        } finally {
            tool.destroyForcibly().waitFor();
        }
        // At once: the broker may still be on its way out.
        requireTheMessage();
        Leftovers.sweepAll(folder);
        assertThat(data.resolve("data").resolve("journal")).isNotEmptyDirectory();
    }

    private void requireTheMessage() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(JmsOnArtemis.receive(broker.url("artemis"), "q")).contains("hello");
        }
    }

    @Test
    void aFolderInUseIsRefused() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertRefused("broker: the data folder " + data + " is in use by the broker in process " + broker.pid()
                    + ". Choose another, or stop that broker.");
            assertThat(broker.isAlive()).isTrue();
        }
    }

    @Test
    void aFolderOfAnotherBrokerOrVersionIsRefused() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("dyno-broker"), "broker artemis 2.6.3\n");
        assertRefused("broker: the data folder " + data + " is that of artemis 2.6.3, and this is artemis "
                + TestHome.version("artemis") + ". Choose another, or start artemis:2.6.3.");
    }

    @Test
    void aFolderWithOtherThingsInItIsRefused() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("notes"), "mine");
        assertRefused("broker: the data folder " + data + " is not empty; must be new, empty, or one that artemis "
                + TestHome.version("artemis") + " has used before. Choose another, or empty it.");
        assertThat(data.resolve("notes")).hasContent("mine");
    }

    private void assertRefused(String sentence) {
        TestHome.assertRefused(spec, sentence);
    }
}
