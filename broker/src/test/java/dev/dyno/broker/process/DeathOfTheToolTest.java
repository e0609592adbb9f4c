package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tool is a JVM of its own that is killed by SIGKILL; its private folders are made in the test's folder. */
@Tag("broker")
class DeathOfTheToolTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = "nats")
    void theBrokerEndsWithItsToolAndItsDataGoes(String name) throws Exception {
        assumeTrue(
                new BrokerLauncher(TestHome.path()).check(BrokerSpec.of(name)).isEmpty());
        Process tool = startTool(name);
        Started broker = Started.read(tool);
        assertThat(broker.data).isDirectory().hasParent(folder);
        List<ProcessHandle> processes = tool.descendants().toList();
        assertThat(processes).hasSizeGreaterThan(1).contains(broker.process);

        assertNothingOutlives(tool, processes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"artemis", "mosquitto", "rabbitmq"})
    @Tag("nightly")
    void soDoOtherBrokers(String name) throws Exception {
        theBrokerEndsWithItsToolAndItsDataGoes(name);
    }

    @Test
    void theBrokerEndsWithItsToolAlsoInTheMiddleOfItsStart() throws Exception {
        Process tool = startTool();
        assertThat(TestHome.await(Duration.ofSeconds(30), () -> claimedBroker().isPresent()))
                .isTrue();
        ProcessHandle broker = claimedBroker().orElseThrow();

        assertNothingOutlives(tool, List.of(broker));
    }

    /** The folder is there a little earlier than the first process in it. */
    @Test
    void theFolderGoesAlsoIfThereIsNoProcessYet() throws Exception {
        Process tool = startTool("nats");
        assertThat(TestHome.await(Duration.ofSeconds(30), () -> folder.toFile().list().length > 0))
                .isTrue();

        assertNothingOutlives(tool, List.of());
    }

    /** Kills the tool; the folder of its brokers' data is empty soon, and their processes end. */
    private void assertNothingOutlives(Process tool, List<ProcessHandle> processes) throws InterruptedException {
        tool.destroyForcibly().waitFor();
        assertThat(TestHome.await(LIMIT, () -> processes.stream().allMatch(TestHome::ended)))
                .isTrue();
        assertThat(TestHome.await(LIMIT, () -> folder.toFile().list().length == 0))
                .isTrue();
    }

    @Test
    void aPausedBrokerEndsWithItsTool() throws Exception {
        Process tool = startTool();
        Started broker = Started.read(tool);
        assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(broker.process.pid()))
                        .start()
                        .waitFor())
                .isZero();

        Leftovers.sweepAll(folder);
        assertThat(broker.data).as("the tool still lives").isDirectory();

        assertNothingOutlives(tool, List.of(broker.process));
    }

    private Process startTool() throws IOException {
        return startTool("artemis");
    }

    private Process startTool(String broker) throws IOException {
        return DeadTool.start(folder, broker);
    }

    /** The broker as soon as its process is known, long before it is ready. */
    private Optional<ProcessHandle> claimedBroker() {
        try (Stream<Path> folders = Files.list(folder)) {
            List<String> lines = DataMark.read(folders.findFirst().orElse(folder))
                    .map(DataMark::processes)
                    .orElse(List.of());
            return lines.size() < 2
                    ? Optional.empty()
                    : ProcessHandle.of(Long.parseLong(lines.get(1).split(" ", -1)[0]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Started(ProcessHandle process, Path data) {

        static Started read(Process tool) throws IOException {
            String line = Optional.ofNullable(DeadTool.output(tool).readLine()).orElseThrow();
            int space = line.indexOf(' ');
            ProcessHandle broker =
                    ProcessHandle.of(Long.parseLong(line.substring(0, space))).orElseThrow();
            return new Started(broker, Path.of(line.substring(space + 1)));
        }
    }
}
