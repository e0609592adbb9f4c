package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.Tls;
import dev.dyno.driver.tck.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contract of every recipe, with the real broker. */
@Tag("broker")
abstract class RecipeContract {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long START_SECONDS = 180;

    @TempDir
    Path folder = Path.of("");

    private final String recipe;

    RecipeContract(String recipe) {
        this.recipe = recipe;
    }

    /** The broker with its defaults, except those that would only take time. */
    BrokerSpec spec() {
        return BrokerSpec.of(recipe);
    }

    /** Starts it with the knobs of a line. */
    ManagedBroker startWith(String knobs) throws Exception {
        return TestHome.launcher().start(TestHome.with(spec(), knobs));
    }

    /** Two that are started at once. */
    List<BrokerSpec> two() {
        return List.of(spec(), spec());
    }

    /** Uses the broker as a client does; throws if it does not serve. */
    abstract void use(ManagedBroker broker) throws Exception;

    @BeforeEach
    void onlyWhereItIsInstalled() throws Exception {
        if (Recipes.in(TestHome.path()).find(recipe).software() instanceof Software.Installed program) {
            assumeTrue(
                    Programs.find(program).isPresent(),
                    "the program " + program.program() + " is not installed here. " + program.install());
        }
    }

    @Test
    void twoStartedAtOnceServeWhenTheyAreReadyAndLeaveNothing() throws Exception {
        String host = anotherHost();
        List<BrokerSpec> two = two();
        List<CompletableFuture<ManagedBroker>> starts = Stream.of(two.get(0).withHost(host), two.get(1))
                .map(TestHome.launcher()::startAsync)
                .toList();
        List<ManagedBroker> brokers = new ArrayList<>();
        List<ProcessHandle> processes;
        try {
            for (CompletableFuture<ManagedBroker> start : starts) {
                brokers.add(start.get(START_SECONDS, TimeUnit.SECONDS));
            }
            processes = ProcessHandle.current().descendants().toList();
            assertThat(processes)
                    .extracting(ProcessHandle::pid)
                    .contains(brokers.get(0).pid(), brokers.get(1).pid());
            assertThat(brokers.get(0).port()).isNotEqualTo(brokers.get(1).port());
            assertThat(brokers.get(0).data()).isNotEqualTo(brokers.get(1).data());
            use(brokers.get(0));
            use(brokers.get(1));
            assertThat(brokers.get(0).urls().values()).allMatch(url -> url.contains(host));
        } finally {
            for (ManagedBroker broker : brokers) {
                broker.close();
            }
        }
        for (ManagedBroker broker : brokers) {
            assertThat(broker.data()).doesNotExist();
            Ports.requireFree(InetAddress.getByName(broker.host()), broker.port());
        }
        assertThat(TestHome.await(LIMIT, () -> processes.stream().allMatch(TestHome::ended)))
                .as("all its processes have ended")
                .isTrue();
    }

    /** On Linux, all of 127.0.0.0/8 is this machine. */
    private static String anotherHost() {
        String other = "127.0.0.2";
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(other))) {
            return socket.getInetAddress().getHostAddress();
        } catch (IOException e) {
            return BrokerSpec.LOOPBACK;
        }
    }

    @Test
    void whatADeadToolLeavesIsGoneAfterTheNextStart() throws Exception {
        Process tool = DeadTool.start(folder, recipe);
        List<ProcessHandle> processes;
        try {
            assertThat(Optional.ofNullable(DeadTool.output(tool).readLine()))
                    .as("it has started")
                    .isPresent();
            processes = tool.descendants().toList();
            assertThat(processes).isNotEmpty();
        } finally {
            tool.destroyForcibly().waitFor();
        }
        Leftovers.sweepAll(folder);
        assertThat(TestHome.await(LIMIT, () -> processes.stream().allMatch(TestHome::ended)))
                .as("all its processes have ended")
                .isTrue();
        assertThat(folder).isEmptyDirectory();
    }

    /** With TLS by a certificate that is made in the test's folder. */
    BrokerSpec withTls(BrokerSpec plain) {
        TestCertificates certificates = TestCertificates.create(folder);
        return plain.withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString());
    }

    /** Trusts that certificate. */
    SSLContext trust() throws Exception {
        return tls().context();
    }

    Tls tls() throws Exception {
        return Tls.of(Map.of("tls.trust", folder.resolve("ca.pem").toString()));
    }
}
