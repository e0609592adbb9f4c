package dev.dyno.broker.process;

import static dev.dyno.broker.process.TestHome.assertRefused;
import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.tck.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerErrorsTest {

    private static final BrokerSpec ARTEMIS = BrokerSpec.of("artemis");

    @TempDir
    Path folder = Path.of("");

    /** A recipe, knobs, and what is said of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nats:         | | broker nats: has no version behind its colon; give one, or leave the colon out.
            artemis:2.0.0 | | broker artemis: version 2.0.0 is too old; must be 2.6.3 or newer.
            artemis:../2  | | broker artemis: ../2 is no folder; must be a version such as 2.55.0, or the folder of a distribution or of its jars.
            artemis | pages=3 | broker artemis: unknown knob pages; must be one of address-full-policy, max-size-bytes, page-size-bytes, global-max-size, journal-type, journal-buffer-timeout, journal-datasync, journal-file-size, persistence-enabled, max-delivery-attempts, auto-create, security, user, password, tls, tls-certificate, tls-key.
            artemis | address-full-policy=SPILL | broker artemis: address-full-policy: SPILL; must be one of PAGE, BLOCK, DROP, FAIL.
            artemis | max-size-bytes=lots | broker artemis: max-size-bytes: lots; must be a size such as 10MiB or a number of bytes, at least -1.
            """)
    void whatCannotBeHadIsSaidInOneSentenceBeforeAnythingStarts(
            String recipe, @Nullable String knobs, String sentence) {
        BrokerSpec spec = BrokerSpec.of(recipe);
        assertRefused(knobs == null ? spec : TestHome.with(spec, knobs), sentence);
    }

    @Test
    void anUnknownRecipeAHeapThatIsNoSizeAndAPortThatIsNoneAreRefusedInTheSameWay() throws Exception {
        assertRefused(BrokerSpec.of("natz"), "broker: natz; must be one of " + names() + ". Did you mean nats?");
        assertRefused(ARTEMIS.withHeap("big"), "broker artemis: heap: big; must be a size such as 512m or 2g.");
        assertRefused(
                ARTEMIS.withPort(70_000), "broker artemis: port: 70000; must be 1 to 65535, or 0 for a free one.");
    }

    /** A knob that is true, and the knobs that it needs, as the guide says. */
    @ParameterizedTest
    @CsvSource({
        "activemq, tls, tls-certificate, tls-key",
        "artemis, tls, tls-certificate, tls-key",
        "kafka, tls, tls-certificate, tls-key",
        "mosquitto, tls, tls-certificate, tls-key",
        "nats, tls, tls-certificate, tls-key",
        "pulsar, passwords, password-file,",
        "pulsar, tls, tls-certificate, tls-key",
        "pulsar, tokens, token-key,",
        "qpid, tls, tls-certificate, tls-key",
        "rabbitmq, tls, tls-certificate, tls-key"
    })
    void whatAKnobNeedsIsLookedForAmongAllThatAreTurnedAndIsOfNoUseWithoutIt(
            String recipe, String knob, String first, String second) throws Exception {
        Path file = Files.createFile(folder.resolve("any.pem"));
        List<String> needed = Stream.of(first, second).filter(Objects::nonNull).toList();
        BrokerSpec alone = BrokerSpec.of(recipe).withKnob(knob, "true");
        assertThat(problems(alone))
                .containsExactly(
                        "broker " + recipe + ": " + knob + ": true; needs " + String.join(" and ", needed) + ", too.");
        assertThat(problems(BrokerSpec.of(recipe).withKnob(first, file.toString())))
                .containsExactly("broker " + recipe + ": " + first + ": only with " + knob
                        + "=true; give that, or leave it out.");
        BrokerSpec all = alone;
        for (String name : needed) {
            all = all.withKnob(name, file.toString());
        }
        assertThat(problems(all)).isEmpty();
    }

    @Test
    void allThatIsWrongWithTheKnobsIsSaidAtOnce() throws Exception {
        assertThat(problems(BrokerSpec.of("qpid")
                        .withKnob("tls", "true")
                        .withKnob("tls-key", "nowhere.pem")
                        .withKnob("pages", "3")
                        .withKnob("store", "Paper")
                        .withHeap("big")))
                .satisfiesExactlyInAnyOrder(
                        problem -> assertThat(problem).startsWith("broker qpid: unknown knob pages; "),
                        problem -> assertThat(problem).startsWith("broker qpid: store: Paper; must be one of "),
                        problem -> assertThat(problem).startsWith("broker qpid: tls-key: nowhere.pem; must be "),
                        problem -> assertThat(problem).isEqualTo("broker qpid: tls: true; needs tls-certificate, too."),
                        problem -> assertThat(problem).startsWith("broker qpid: heap: big; must be "));
    }

    /** Whether a program is installed is not what these ask. */
    private static List<String> problems(BrokerSpec spec) {
        return TestHome.launcher().check(spec).stream()
                .filter(problem -> !problem.contains(" is not installed here."))
                .toList();
    }

    @Test
    void theBundledVersionMayBeNamed() throws Exception {
        Recipe recipe = Recipes.in(TestHome.path()).find("artemis");
        BrokerSpec spec = BrokerSpec.of("artemis:" + recipe.version().orElseThrow());
        assertThat(Recipes.in(TestHome.path()).find(spec.recipe(), spec.version()))
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*reader")
                .withEqualsForType((one, other) -> one.pattern().equals(other.pattern()), Pattern.class)
                .isEqualTo(recipe);
    }

    @Test
    void aPortInUseIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    ARTEMIS.withPort(taken.getLocalPort()),
                    "broker artemis: port " + taken.getLocalPort()
                            + " is in use or not allowed (Address already in use)."
                            + " Choose another, or leave it out for a free one.");
        }
    }

    @Test
    void aWantedPortIsTaken() throws Exception {
        int port = FreePort.find();
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS.withPort(port))) {
            assertThat(broker.port()).isEqualTo(port);
            assertThat(RawAmqp.answerToHeader(TestHome.at(broker))).isEqualTo(RawAmqp.header());
        }
    }

    @Test
    void aDataFolderThatCannotBeWrittenToIsRefused() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path data = file.resolve("data");
        assertRefused(
                ARTEMIS.withDataDir(data),
                "broker: the data folder " + data
                        + " cannot be written to (…); must be a new or empty folder. Choose another.");
    }

    @Test
    void aBrokerThatEndsBeforeItIsReadyIsQuoted() {
        assertThatThrownBy(() -> TestHome.launcher().start(ARTEMIS.withJvmFlags(List.of("-XX:+NoSuchFlag"))))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith(
                        "broker artemis: ended with status 1 before it was ready.\nThe last lines of its log:\n")
                .hasMessageContaining("\n  Unrecognized VM option 'NoSuchFlag'\n");
    }

    @Test
    void aBrokerThatIsNotReadyInTimeIsEndedAndLeavesNothing() throws Exception {
        Path home = TestHome.withRecipe(folder, "artemis", hastyRecipe());
        for (String template : List.of("broker.xml", "launcher.properties", "logging.properties", "tls.pemcfg")) {
            Files.copy(
                    TestHome.path().resolve("recipes").resolve("artemis").resolve(template),
                    home.resolve("recipes").resolve("artemis").resolve(template));
        }
        // Brokers of earlier tests may be about to end.
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        assertFails(
                BrokerException.class,
                () -> new BrokerLauncher(home).start(ARTEMIS),
                "broker artemis: was not ready within 20 ms.…");
        assertThat(TestHome.await(
                        Duration.ofSeconds(5),
                        () -> ProcessHandle.current().children().allMatch(before::contains)))
                .isTrue();
        assertThat(foldersOf(ProcessHandle.current())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prepare: [{command: [no-such-helper, x]}]",
                "companions: [{command: [no-such-helper], ready: {tcp: {port: '${port}', send: x, expect: y}}}]"
            })
    void aMissingProgramOfTheSamePackageIsNamedWithTheWayToGetIt(String helper) throws Exception {
        String yaml = """
                description: of two programs
                program: sh
                install: "Get both."
                version-command: ["${program}", -c, "echo 1.0"]
                arguments: [-c, "echo ready; cat"]
                ready: {log: ready}
                urls: {mqtt: "mqtt://${host}:${port}"}
                ready-within: 5s
                knobs: {}
                """ + helper + '\n';
        Path home = TestHome.withRecipe(folder, "two", yaml);
        assertFails(
                BrokerException.class,
                () -> new BrokerLauncher(home).start(BrokerSpec.of("two")),
                "broker two: the program no-such-helper is not installed here. Get both.");
        assertThat(foldersOf(ProcessHandle.current())).isEmpty();
    }

    /** It ignores SIGTERM, as its child does. */
    @Test
    void aBrokerThatDoesNotStopIsKilledSoonWhereNobodyKeepsItsData() throws Exception {
        String yaml = """
                description: that does not stop
                program: sh
                install: "Get it."
                version-command: ["${program}", -c, "echo 1.0"]
                arguments: [-c, "trap '' TERM; echo ready; cat"]
                ready: {log: ready}
                urls: {mqtt: "mqtt://${host}:${port}"}
                ready-within: 5s
                knobs: {}
                """;
        Path home = TestHome.withRecipe(folder, "stubborn", yaml);
        ManagedBroker broker = new BrokerLauncher(home).start(BrokerSpec.of("stubborn"));
        long beganNs = System.nanoTime();
        broker.close();
        assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isLessThan(Duration.ofSeconds(5));
        assertThat(broker.isAlive()).isFalse();
        assertThat(foldersOf(ProcessHandle.current())).isEmpty();
    }

    @Test
    void anAsynchronousStartFailsWithTheSameSentence() throws Exception {
        assertThatThrownBy(() ->
                        TestHome.launcher().startAsync(BrokerSpec.of("natz")).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(BrokerException.class)
                .hasMessage("broker: natz; must be one of " + names() + ". Did you mean nats?");
    }

    private static String names() throws BrokerException {
        return String.join(", ", Recipes.in(TestHome.path()).names());
    }

    private static String hastyRecipe() throws Exception {
        Path file = TestHome.path().resolve("recipes").resolve("artemis").resolve("recipe.yaml");
        String yaml = Files.readString(file, StandardCharsets.UTF_8);
        assertThat(yaml).contains("ready-within: 30s");
        return yaml.replace("ready-within: 30s", "ready-within: 20ms");
    }

    private static List<Path> foldersOf(ProcessHandle tool) throws Exception {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith(DataFolder.PREFIX))
                    .filter(path -> owner(path).startsWith(tool.pid() + " "))
                    .toList();
        }
    }

    private static String owner(Path folder) {
        try {
            return DataMark.read(folder).map(mark -> mark.processes().get(0)).orElse("");
        } catch (java.io.IOException e) {
            return "";
        }
    }
}
