package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The run after a client that got SIGKILL, on an Artemis that still has its consumers. */
@Tag("broker")
@Tag("nightly")
@Timeout(120)
class KilledClientTest extends WithProcesses {

    @AutoClose
    private static ManagedBroker broker;

    private int number;

    @BeforeAll
    static void start() throws Exception {
        broker = new BrokerLauncher(Path.of(BuiltDyno.HOME)).start(BrokerSpec.of("artemis"));
    }

    private String client(String queue, String parameters, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(Dyno.words(
                "client --url %s --warmup 0 --rate 100 --runs %s %s",
                broker.url("artemis") + parameters, folder.resolve("runs"), queue)));
        words.addAll(Arrays.asList(options));
        String name = "client-" + ++number;
        processes.start(name, words);
        return name;
    }

    /** A client that is killed under load, with two consumers. */
    private void kill(String queue, String parameters) throws Exception {
        String killed = client(queue, parameters, "--consumers", "2");
        processes.awaitLine(killed, "\\d+:\\d\\d load.* of .*");
        processes.end();
    }

    /** The lines of a run that has ended, as one. */
    private String ran(String name) throws Exception {
        processes.awaitEnd(name, processes.last(), 60);
        return processes.said(name).replaceAll("\\s+", " ");
    }

    @Test
    void knowsItsConsumersAndDoesNotWaitForThemLongerThanItIsTo() throws Exception {
        kill("queue://KEPT", "");
        String others = "queue://KEPT has 2 consumers that are not of this run";

        assertThat(ran(client("queue://KEPT", "", "--duration", "1")))
                .contains("NOTE: " + others + ", and they get a share of its messages: ");
        assertThat(ran(client("queue://KEPT", "", "--duration", "1", "--await-alone", "2s")))
                .contains(others + ", still after the 2s of await-alone; end the program that consumes there");
        assertThat(processes.last().exitValue()).isEqualTo(Exit.FAILED);
    }

    @Test
    void waitsUntilTheBrokerHasGivenThemUp() throws Exception {
        // The broker looks every two seconds for connections that were silent for longer than that.
        kill("queue://GIVEN_UP", "?connectionTTL=4000&clientFailureCheckPeriod=1000");

        String said = ran(client("queue://GIVEN_UP", "", "--duration", "1", "--await-alone", "70s"));

        assertThat(said).contains("waiting up to 70s until they are gone", "NOTE: the other consumers are gone after ");
        assertThat(processes.last().exitValue()).as(said).isEqualTo(Exit.GOOD);
    }
}
