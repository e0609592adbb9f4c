package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers whose coordinator, or whose fellow, gets SIGKILL or gives up: none is left, and none exits as if all were well. */
@Tag("nightly")
@Timeout(120)
class KilledCoordinatorTest extends WithProcesses {

    private static final int END_S = 10;

    private Process coordinate(String address, String options) throws Exception {
        return processes.type(
                "coordinator",
                "client --workers 2 --listen %s --runs %s --rate 200 --duration 60 --warmup 0 " + options,
                address,
                folder.resolve("runs"));
    }

    /** Returns once messages are sent. */
    private Process coordinateLoad(String address) throws Exception {
        Process coordinator = coordinate(address, "--broker nats --producers 2 --consumers 2 topic://T");
        processes.awaitLine("coordinator", "\\d+:\\d\\d load.* of .*");
        return coordinator;
    }

    /** Without {@code --once} it would wait for the next coordinator if this one had ended in good order. */
    private Process worker(String name, String address) throws Exception {
        return processes.start(name, "worker", "--name", name, "--join", address, "--wait", "60s");
    }

    private void assertThatItHasFailed(String name, Process worker) throws Exception {
        int status = processes.awaitEnd(name, worker, END_S);
        assertThat(status).as(processes.said(name)).isEqualTo(Exit.FAILED);
    }

    private void assertThatItsCoordinatorWasKilled(String name, Process worker) throws Exception {
        assertThatItHasFailed(name, worker);
        assertThat(processes.said(name))
                .contains("dyno worker: the coordinator is gone without a goodbye: its process has ended;");
    }

    /** The client library waits half a minute for an answer to its greeting. */
    @Test
    void thoseThatAreAboutToConnectToABrokerThatStandsStill() throws Exception {
        String address = Processes.freeAddress();
        try (ServerSocket still = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Process first = worker("w1", address);
            Process second = processes.startWorker("w2", address);
            Process coordinator = coordinate(address, "--url tcp://127.0.0.1:" + still.getLocalPort() + " queue://T");
            still.accept();
            still.accept();
            coordinator.destroyForcibly();

            assertThatItsCoordinatorWasKilled("w1", first);
            assertThatItsCoordinatorWasKilled("w2", second);
        }
    }

    @Test
    void oneThatWaitsForTheOthers() throws Exception {
        String address = Processes.freeAddress();
        Process worker = worker("w1", address);
        Process coordinator = coordinate(address, "--url tcp://127.0.0.1:1 queue://T");
        processes.awaitLine("w1", "joined, and waits for a plan");
        coordinator.destroyForcibly();

        assertThatItsCoordinatorWasKilled("w1", worker);
    }

    /** The broker ends with its coordinator. */
    @Test
    @Tag("broker")
    void thoseThatAreUnderLoad() throws Exception {
        String address = Processes.freeAddress();
        Process first = worker("w1", address);
        Process second = processes.startWorker("w2", address);
        coordinateLoad(address).destroyForcibly();

        assertThatItsCoordinatorWasKilled("w1", first);
        assertThatItsCoordinatorWasKilled("w2", second);
    }

    @Test
    @Tag("broker")
    void oneThatSurvivesAnother() throws Exception {
        String address = Processes.freeAddress();
        Process survivor = processes.startWorker("w1", address);
        Process victim = processes.startWorker("w2", address);
        Process coordinator = coordinateLoad(address);
        victim.destroyForcibly();

        int status = processes.awaitEnd("coordinator", coordinator, 60);
        assertThat(status).as(processes.said("coordinator")).isEqualTo(Exit.FAILED);
        assertThatItHasFailed("w1", survivor);
        assertThat(processes.said("w1"))
                .containsPattern("The run has failed: worker w2 on \\S+ was lost: its process has ended\\.");
    }

    @Test
    void oneWhoseCoordinatorGivesUpBeforeThereIsAPlan() throws Exception {
        String address = Processes.freeAddress();
        Process worker = processes.startWorker("w1", address);
        Process coordinator = coordinate(address, "--await-workers 10s --url tcp://127.0.0.1:1 queue://T");

        processes.awaitEnd("coordinator", coordinator, 60);
        assertThatItHasFailed("w1", worker);
        assertThat(processes.said("w1"))
                .containsPattern(
                        "The run has failed: 1 of 2 workers have joined within 10 s: worker w1 on \\S+ \\(pid \\d+\\)\\.");
    }
}
