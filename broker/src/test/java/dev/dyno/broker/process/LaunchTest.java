package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker is a script that leaves a file with its id where it runs; the engine of containers is one that starts the broker. */
@DisabledOnOs(OS.WINDOWS)
class LaunchTest {

    private static final int LIMIT_S = 10;

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

        assertThat(TestHome.await(
                        Duration.ofSeconds(LIMIT_S),
                        () -> folder.resolve("ran").toFile().length() > 0))
                .isTrue();
        assertThat(Files.readString(folder.resolve("ran"))).isEqualTo(waiting.pid() + "\n");
    }

    @Test
    void aWatchedContainerIsTheProcessThatTheEngineNames() throws Exception {
        Process waiting = start(true);
        long client = waiting.pid();
        Launch.letRun(waiting);
        ((ContainedProcess) waiting).awaitInside();

        assertThat(waiting.pid()).isNotEqualTo(client);
        assertThat(Files.readString(folder.resolve("ran"))).isEqualTo(waiting.pid() + "\n");
    }

    private Process start(boolean inContainer) throws Exception {
        Path program = script("program", "echo $$ > ran\nexec sleep 60\n");
        Optional<Container> container = Optional.empty();
        if (inContainer) {
            Path engine = script(
                    "engine", "[ $1 = inspect ] && exec cat " + folder.resolve("ran") + "\n" + program + " &\nwait\n");
            Software.Image image = new Software.Image("image", Optional.of("program"), List.of(), List.of());
            container = Optional.of(new Container(engine, "image", image));
        }
        LaunchPlan plan = new LaunchPlan(Recipes.in(TestHome.path()).find("nats"), BrokerSpec.of("nats"));
        Installation installation = new Installation(List.of(), Optional.of(program), Optional.of("1.0"), container);
        Ports ports = new Ports(Map.of(Ports.MAIN, 4711));
        Launch launch = new Launch(TestHome.path(), plan, installation, new DataFolder(folder, false), ports);
        Process started = launch.start(launch.broker());
        broker = started;
        return started;
    }

    private Path script(String name, String lines) throws IOException {
        Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + lines);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }
}
