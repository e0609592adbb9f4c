package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk of a broker's data has no room, before the broker starts or during the load: it is named. */
@EnabledOnOs(OS.LINUX)
@Tag("broker")
@Timeout(120)
class BrokerOnFullDiskTest extends WithProcesses {

    /** Started there, some brokers end after a minute and say nothing of the disk, and others wait for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"artemis", "rabbitmq"})
    void aBrokerIsNotStartedWhereItsDataHasNoRoom(String broker) throws Exception {
        try (SmallDisk disk = new SmallDisk(folder, 60)) {
            Path data = disk.place().resolve("data");
            Ran ran = BuiltDyno.type("broker start %s --data %s", broker, data).ended(Exit.FAILED);
            assertThat(ran.err())
                    .matches(
                            "dyno broker start: broker: only (60|59)\\.\\d MiB are free on the disk of the data folder "
                                    + Pattern.quote(data.toString())
                                    + "; 64 MiB or more are needed\\. Make room there\\. Choose another\\.\n");
        }
    }

    /** Whether it ends or takes no more. */
    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(strings = {"artemis", "kafka", "rabbitmq", "nats --driver jetstream"})
    void aDiskThatFillsIsNamed(String broker) throws Exception {
        try (SmallDisk disk = new SmallDisk(folder, 200)) {
            processes.withTemporary(disk.place());
            Process process = processes.type(
                    "client",
                    "client --broker " + broker
                            + " --persistent --warmup 0 --rate 500 --message-size 1024 --duration 8 --drain 5 --runs %s queue://T",
                    folder.resolve("runs"));
            processes.awaitLine("client", "\\d+:\\d\\d load.* of .*");
            disk.fill();
            processes.awaitEnd("client", process, 60);
            assertThat(processes.said("client"))
                    .containsPattern("only \\d\\.\\d MiB are free on the disk of the data folder\\s+" + disk.place())
                    .doesNotContain("\tat ");
        }
    }
}
