package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.file.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetupTest {

    private final Path file;
    private final Home home;
    private final Problems problems = new Problems();

    SetupTest(@TempDir Path folder) throws IOException {
        new Dyno(folder);
        home = Home.find();
        file = Files.writeString(folder.resolve("w.yaml"), """
                producers: { to: queue://q, rate: 100/s }
                consumers: { from: queue://q }
                """);
    }

    private PlannedRun resolve(String... settings) {
        DriverFolders drivers = new DriverFolders(home.drivers(), List.of());
        return Setup.parse("--a", List.of(settings), problems)
                .resolve(overrides -> WorkloadFile.read(file, overrides), List.of(), drivers, home, problems);
    }

    @Test
    void settingsReachBrokerDriverAndWorkload() {
        PlannedRun run = resolve(
                "broker=artemis:2.6.3",
                "heap=512m",
                "jvm=-XX:+UseSerialGC -Xss1m",
                "set.max-size-bytes=20MiB",
                "workload.phases.measure=5s");
        assertThat(problems.sentences()).isEmpty();
        assertThat(run.label()).isEqualTo("w on artemis:2.6.3");
        assertThat(run.reader().managedBroker()).contains("artemis:2.6.3");
        assertThat(run.reader().brokerSpec())
                .contains(new BrokerSpec(
                        "artemis",
                        Optional.of("2.6.3"),
                        Map.of("max-size-bytes", "20MiB"),
                        Optional.of("512m"),
                        BrokerSpec.LOOPBACK,
                        0,
                        Optional.empty(),
                        List.of("-XX:+UseSerialGC", "-Xss1m")));
        assertThat(run.workload().phases().duration()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void settingsOfTheDriverReachIt() {
        PlannedRun run = resolve("broker=sim", "driver.service=1ms");
        assertThat(problems.sentences()).isEmpty();
        assertThat(run.reader().producers(Map.of()).properties()).containsEntry("service", "1ms");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    borker=sim                          | --a: borker: is no setting; must be one of broker, url, driver, client-id, heap, jvm, profile, set.KNOB, driver.PROPERTY, or workload.PATH
                    broker                              | --a: broker; must be key=value, like broker=artemis:2.6.3.
                    broker=                             | --a: broker: is empty; give it a value.
                    set.=1                              | --a: set.: is no setting;
                    broker=artemis set.no-such-knob=1   | --a: broker artemis: unknown knob no-such-knob; must be one of
                    broker=sim heap=1g                  | --a: heap: is that of a broker that Dyno starts in a process of its own; leave it out.
                    broker=sim jvm=-Xss1m               | --a: jvm: is of the JVM of a broker that Dyno starts in a process of its own; leave it out.
                    broker=sim profile=cpu              | --a: profile: cpu; only a broker that Dyno starts in a process of its own can be profiled.
                    broker=sim url=sim://x              | --a: broker: contradicts url
                    broker=sim driver=nobody            | --a: driver: nobody; must be one of
                    broker=sim set.service=soon         | --a: driver sim: sim://broker: service: soon; must be a duration
                    broker=sim driver.servise=1ms       | --a: driver sim: sim://broker: servise: unknown setting
                    broker=sim workload.phases.measure=x | --a: workload.phases.measure=x: measure: x; must be
                    broker=sim broker=null              | --a: broker: is given twice; leave one of them out.
                    """)
    void whatIsWrongIsSaidWithItsPlace(String settings, String sentence) {
        resolve(settings.split(" ", -1));
        assertThat(problems.sentences()).hasSize(1);
        assertThat(problems.sentences().get(0)).startsWith(sentence);
    }

    @Test
    void aSecretIsInNoTitleAndInNoProblem() {
        Setup setup = Setup.parse(
                "--a", List.of("url=amqp://me:word@h", "driver.x.password=word", "driver.x.password=other"), problems);
        assertThat(setup.title()).isEqualTo("url=amqp://me@h, driver.x.password=(hidden)");
        assertThat(problems.sentences())
                .containsExactly("--a: driver.x.password: is given twice; leave one of them out.");
    }
}
