package dev.dyno.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.Tls;
import dev.dyno.tck.TestCertificates;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every recipe must do, with the real broker. */
abstract class RecipeContract {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long START_SECONDS = 180;

    @TempDir
    Path folder = Path.of("");

    private final String recipe;

    RecipeContract(String recipe) {
        this.recipe = recipe;
    }

    /** As it comes, but for what would only take time. */
    BrokerSpec spec() {
        return BrokerSpec.of(recipe);
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
        List<CompletableFuture<ManagedBroker>> starts =
                two().stream().map(TestHome.launcher()::startAsync).toList();
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
            use(brokers.get(0));
            use(brokers.get(1));
        } finally {
            for (ManagedBroker broker : brokers) {
                broker.close();
            }
        }
        for (ManagedBroker broker : brokers) {
            assertThat(broker.data()).doesNotExist();
            Ports.requireFree(broker.port());
        }
        assertThat(TestHome.await(LIMIT, () -> processes.stream().allMatch(TestHome::ended)))
                .as("all its processes have ended")
                .isTrue();
    }

    @Test
    void whatADeadToolLeavesIsGoneAfterTheNextStart() throws Exception {
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeadTool.class.getName(),
                        TestHome.path().toString(),
                        recipe)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> processes;
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(tool.getInputStream(), StandardCharsets.UTF_8));
            assertThat(Optional.ofNullable(out.readLine())).as("it has started").isPresent();
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
        return Tls.of(Map.of("tls.trust", folder.resolve("ca.pem").toString())).context();
    }
}
