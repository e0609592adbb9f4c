package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker is a script that leaves a file with its id where it runs; the engine of containers is one that starts the broker. */
@DisabledOnOs(OS.WINDOWS)
class LaunchTest {

    private static final int LIMIT_S = 10;

    private static final Software.Image IMAGE =
            new Software.Image("image", Optional.of("program"), List.of(), List.of());

    @TempDir
    Path folder = Path.of("");

    private @Nullable Process broker;

    @AfterEach
    void endBroker() {
        if (broker != null) {
            ProcessTree.kill(ProcessTree.of(broker.toHandle()));
        }
    }

    /** The death of the tool closes the input of the broker, which the watch does not know yet. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBrokerWhoseToolDiesBeforeItIsWatchedNeverRuns(boolean inContainer) throws Exception {
        Process waiting = start(inContainer);
        waiting.getOutputStream().close();

        assertThat(waiting.waitFor(LIMIT_S, TimeUnit.SECONDS)).as("it ended").isTrue();
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void aWatchedBrokerRunsUnderTheIdOfItsProcess() throws Exception {
        Process waiting = start(false);
        Launch.letRun(waiting);

        awaitFile("ran");
        assertThat(Files.readString(folder.resolve("ran"))).isEqualTo(waiting.pid() + "\n");
    }

    @Test
    void aWatchedContainerIsTheProcessThatTheEngineNames() throws Exception {
        Process waiting = start(true);
        long client = waiting.pid();
        Launch.letRun(waiting);
        ((ContainedProcess) waiting).awaitInside("", Duration.ofSeconds(LIMIT_S));

        assertThat(waiting.pid()).isNotEqualTo(client);
        assertThat(Files.readString(folder.resolve("ran"))).isEqualTo(waiting.pid() + "\n");
    }

    /** Passwords and keys are in them, and a folder that the user named may be open to others. */
    @Test
    void aBrokersFilesAreForItsOwnerOnly() throws Exception {
        Launch launch = launch("nats", program(), Optional.empty());
        launch.writeTemplates();
        launch.writeTemplates();
        broker = launch.start(launch.broker());
        Launch.letRun(broker);
        awaitFile("ran");

        for (String file : List.of("ran", "nats-server.json")) {
            assertThat(Files.getPosixFilePermissions(folder.resolve(file)))
                    .as(file)
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    /** A client that knows it can run anything inside, and other users see the words of a command. */
    @Test
    void theCookieOfAContainerIsUnknownToOtherUsers() throws Exception {
        Path engine = script("engine", "echo \"$*\" > words\necho \"$EMQX_NODE__COOKIE\" > ran\n");
        Launch launch = launch("emqx", Path.of("emqx"), Optional.of(engine));
        broker = launch.start(launch.broker());
        Launch.letRun(broker);
        awaitFile("ran");

        String cookie = Files.readString(folder.resolve("ran")).strip();
        assertThat(cookie).matches("[0-9a-f]{16}");
        assertThat(folder.resolve("words"))
                .content()
                .contains(" --env EMQX_NODE__COOKIE ")
                .doesNotContain(cookie);
    }

    /** The engine makes the container, whose program never runs, or it takes the question for that and does not answer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo 0        | was not ready within 500 ms.
            exec sleep 60 | engine did not answer within 500 ms. See whether engine ps does, and restart its service if not.
            """)
    @Timeout(30)
    void aContainerWhoseProgramDoesNotStartInTimeIsGivenUp(String inspect, String why) throws Exception {
        Path engine = script("engine", "[ $1 = inspect ] && " + inspect + "\n[ $1 = run ] && exec sleep 60\n");
        BrokerProcess process = new BrokerProcess(launch(slow(), "slow", Path.of("slow"), Optional.of(engine)));
        try {
            assertThatThrownBy(process::start)
                    .isInstanceOf(BrokerException.class)
                    .hasMessageStartingWith("broker slow: " + why);
        } finally {
            process.end();
        }
    }

    @Test
    @Timeout(30)
    void anEngineThatDoesNotSayWhetherItHasTheImageIsGivenUp() throws Exception {
        Path engine = script("engine", "exec sleep 60\n");
        Recipe recipe = Recipes.in(slow()).find("slow");
        Software.Installed software = new Software.Installed(
                "slow", List.of(), List.of(), "nowhere", List.of(), "", Optional.empty(), Optional.of(IMAGE));
        assertThatThrownBy(() -> Container.of(engine, recipe, software, "1.0", LaunchListener.SILENT))
                .isInstanceOf(BrokerException.class)
                .hasMessageStartingWith("broker slow: engine did not answer within 500 ms. ");
    }

    /** A home with a recipe whose broker is never ready, and has half a second for that. */
    private Path slow() throws IOException {
        return TestHome.withRecipe(folder.resolve("home"), "slow", """
                description: a test
                program: slow
                install: nowhere
                ready: { log: never }
                urls: { amqp: "amqp://${host}:${port}" }
                ready-within: 500ms
                knobs: {}
                """);
    }

    private void awaitFile(String name) {
        assertThat(TestHome.await(
                        Duration.ofSeconds(LIMIT_S),
                        () -> folder.resolve(name).toFile().length() > 0))
                .isTrue();
    }

    private Path program() throws IOException {
        return script("program", "echo $$ > ran\nexec sleep 60\n");
    }

    private Process start(boolean inContainer) throws Exception {
        Path program = program();
        Optional<Path> engine = inContainer
                ? Optional.of(script(
                        "engine",
                        "[ $1 = inspect ] && exec cat " + folder.resolve("ran") + "\n" + program + " &\nwait\n"))
                : Optional.empty();
        Launch launch = launch("nats", program, engine);
        Process started = launch.start(launch.broker());
        broker = started;
        return started;
    }

    private Launch launch(String recipe, Path program, Optional<Path> engine) throws Exception {
        return launch(TestHome.path(), recipe, program, engine);
    }

    private Launch launch(Path home, String name, Path program, Optional<Path> engine) throws Exception {
        Recipe recipe = Recipes.in(home).find(name);
        LaunchPlan plan = new LaunchPlan(recipe, BrokerSpec.of(name));
        Installation installation = new Installation(
                List.of(),
                Optional.of(program),
                Optional.of("1.0"),
                engine.map(file -> new Container(file, "image", IMAGE)));
        Map<String, Integer> ports = new HashMap<>(Map.of(Ports.MAIN, 4711));
        recipe.ports().forEach(port -> ports.put(port, 4711));
        return new Launch(home, plan, installation, new DataFolder(folder, false), new Ports(ports));
    }

    private Path script(String name, String lines) throws IOException {
        Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + lines);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }
}
