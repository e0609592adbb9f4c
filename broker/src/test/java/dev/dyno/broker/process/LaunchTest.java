package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The broker is a script that leaves a file where it runs. */
@DisabledOnOs(OS.WINDOWS)
class LaunchTest {

    private static final int LIMIT_S = 10;

    @TempDir
    Path folder = Path.of("");

    private @Nullable Launch launch;
    private @Nullable Process broker;

    @BeforeEach
    void startBroker() throws Exception {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\necho $$ > ran\nexec sleep 60\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        LaunchPlan plan = new LaunchPlan(Recipes.in(TestHome.path()).find("nats"), BrokerSpec.of("nats"));
        Installation installation =
                new Installation(List.of(), Optional.of(program), Optional.of("1.0"), Optional.empty());
        Ports ports = new Ports(Map.of(Ports.MAIN, 4711));
        launch = new Launch(TestHome.path(), plan, installation, new DataFolder(folder, false), ports);
        broker = launch.startBroker();
    }

    @AfterEach
    void endBroker() {
        if (broker != null) {
            broker.destroyForcibly();
        }
    }

    /** The death of the tool closes the input of the broker, which the watch does not know yet. */
    @Test
    void aBrokerWhoseToolDiesBeforeItIsWatchedNeverRuns() throws Exception {
        assertThat(broker).isNotNull();
        broker.getOutputStream().close();

        assertThat(broker.waitFor(LIMIT_S, TimeUnit.SECONDS)).as("it ended").isTrue();
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void aWatchedBrokerRunsUnderTheIdOfItsProcess() throws Exception {
        assertThat(launch).isNotNull();
        assertThat(broker).isNotNull();
        launch.letRun(broker);

        assertThat(TestHome.await(
                        Duration.ofSeconds(LIMIT_S),
                        () -> folder.resolve("ran").toFile().length() > 0))
                .isTrue();
        assertThat(Files.readString(folder.resolve("ran"))).isEqualTo(broker.pid() + "\n");
    }
}
