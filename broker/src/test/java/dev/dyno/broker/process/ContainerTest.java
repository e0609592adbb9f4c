package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import dev.dyno.broker.process.real.DebianImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A RabbitMQ of this machine's own packages, in an image that says another version than the installed one. */
@Tag("broker")
@Tag("nightly")
class ContainerTest {

    private static final String IMAGE = "localhost/rabbitmq:0.1.dyno-test";
    private static final BrokerSpec SPEC = BrokerSpec.of("rabbitmq:0.1.dyno-test");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder = Path.of("");

    @BeforeAll
    static void build() throws Exception {
        assumeTrue(Container.engine().isPresent(), "neither podman nor docker is on the PATH");
        // The programs that its scripts call are no dependencies of its own: every Debian has them.
        DebianImage.require(
                IMAGE, "", "rabbitmq-server", "bash", "coreutils", "dash", "grep", "hostname", "sed", "util-linux");
    }

    @AfterAll
    static void remove() throws Exception {
        if (Container.engine().isPresent()) {
            engine("rmi", "--force", IMAGE);
        }
    }

    @Test
    void itServesAndSaysItsVersionAndKeepsItsMessagesOverAKillAndLeavesNothing() throws Exception {
        ManagedBroker broker = TestHome.launcher().start(SPEC);
        try (broker) {
            // The image tells its version, which is not its tag.
            assertThat(broker.version()).matches("[3-9]\\.\\d+\\.\\d+");
            ProcessHandle process = ProcessHandle.of(broker.pid()).orElseThrow();
            assertThat(process.info().command().orElse(""))
                    .as("what is measured")
                    .endsWith("beam.smp");
            assertThat(containers()).contains("dyno-");
            assertThat(broker.urls().values()).allMatch(url -> url.contains("127.0.0.1"));
            useDurably(broker, true);
            broker.pause();
            broker.resume();
            broker.kill();
            assertThat(TestHome.await(LIMIT, () -> TestHome.ended(process))).isTrue();
            broker.restart();
            assertThat(broker.pid()).isNotEqualTo(process.pid());
            useDurably(broker, false);
        }
        assertThat(containers()).isEmpty();
        assertThat(broker.data()).doesNotExist();
        Ports.requireFree(InetAddress.getByName(broker.host()), broker.port());
    }

    private static void useDurably(ManagedBroker broker, boolean send) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.url("rabbitmq"));
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare("kept", true, false, false, null);
            if (send) {
                channel.confirmSelect();
                channel.basicPublish(
                        "", "kept", MessageProperties.PERSISTENT_BASIC, "hello".getBytes(StandardCharsets.UTF_8));
                assertThat(channel.waitForConfirms(5_000)).isTrue();
            } else {
                assertThat(channel.basicGet("kept", true).getBody()).asString().isEqualTo("hello");
            }
        }
    }

    @Test
    void itIsRemovedWhenItsToolIsKilled() throws Exception {
        Process tool = tool(System.getenv("PATH"));
        try {
            assertThat(Optional.ofNullable(DeadTool.output(tool).readLine()))
                    .as("it has started")
                    .isPresent();
            assertThat(containers()).contains("dyno-");
        } finally {
            tool.destroyForcibly().waitFor();
        }
        assertThat(TestHome.await(LIMIT, () -> folder.toFile().list().length == 0))
                .as("its data goes")
                .isTrue();
        assertThat(TestHome.await(LIMIT, () -> containers().isEmpty())).isTrue();
    }

    /** The engine is making the container then, at one point or another. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 60, 100, 150, 200, 300})
    void itIsRemovedWhenItsToolIsKilledDuringItsStart(int millis) throws Exception {
        Process tool = tool(System.getenv("PATH"));
        try {
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (tool.descendants().noneMatch(ContainerTest::makesContainer)) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
            assertThat(tool.waitFor(millis, TimeUnit.MILLISECONDS)).isFalse();
        } finally {
            tool.destroyForcibly().waitFor();
        }
        assertThat(TestHome.await(LIMIT, () -> folder.toFile().list().length == 0))
                .as("its data goes")
                .isTrue();
        // The engine lists no container that it is still making.
        assertThat(TestHome.await(Duration.ofSeconds(2), () -> !containers().isEmpty()))
                .isFalse();
        assertThat(monitors()).isEmpty();
    }

    /** Processes of podman that each watch a container: one may be left of a container that podman no longer lists. */
    private static List<Long> monitors() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(" -n dyno-"))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static boolean makesContainer(ProcessHandle process) {
        List<String> words = List.of(process.info().arguments().orElse(new String[0]));
        return words.contains("run") && words.contains("--interactive");
    }

    /** No container engine is on the path. */
    @Test
    void withoutAnEngineTheSentenceNamesOne() throws Exception {
        Process tool = tool("/nowhere");
        String words = new String(tool.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor()).isNotZero();
        assertThat(words)
                .contains("broker rabbitmq: version 0.1.dyno-test is not here; installed is ")
                .contains("Where there is podman or docker, rabbitmq:VERSION is fetched.");
    }

    private Process tool(String path) throws IOException {
        ProcessBuilder builder = DeadTool.jvm(folder, "rabbitmq:0.1.dyno-test");
        builder.environment().put("PATH", path);
        return builder.start();
    }

    private static String containers() {
        try {
            return engine("ps", "--all", "--filter", "ancestor=" + IMAGE, "--format", "{{.Names}}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String engine(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Container.engine().orElseThrow().toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
