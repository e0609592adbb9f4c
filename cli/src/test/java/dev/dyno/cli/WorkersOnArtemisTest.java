package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers in processes of their own, joined over TCP, on an Artemis that the coordinator starts. */
@Tag("broker")
@Timeout(180)
class WorkersOnArtemisTest extends WithProcesses {

    private final List<Process> workers = new ArrayList<>();

    private Path runs = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        runs = Files.createDirectories(folder.resolve("runs"));
    }

    private void startWorker(String name, String join, String... more) throws IOException {
        workers.add(processes.startWorker(name, join, more));
    }

    /** @return where they join */
    private String startTwoWorkers() throws IOException {
        String address = Processes.freeAddress();
        startWorker("w1", address);
        startWorker("w2", address);
        return address;
    }

    private static List<RunResult> results(Path runs) throws IOException {
        List<RunResult> results = new ArrayList<>();
        for (Path run : Listing.of(runs)) {
            results.add(new RunFolderReader(run).result());
        }
        return results;
    }

    private void assertThatWorkersHaveEndedWell() throws InterruptedException, IOException {
        for (Process worker : workers) {
            assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.exitValue()).isEqualTo(Exit.GOOD);
        }
        assertThat(Files.readAllLines(processes.log("w1"))).last().isEqualTo("the coordinator has ended");
    }

    private static void assertThatBothWorked(RunResult result) {
        assertCounts(result, "success, lost 0");
        assertThat(result.ledger().delivered()).isPositive();
        assertThat(result.workers())
                .extracting(WorkerShare::name, WorkerShare::producers)
                .containsExactly(tuple("w1", 1), tuple("w2", 1));
    }

    private Path workload(String more) throws IOException {
        return Files.writeString(folder.resolve("pair.yaml"), """
                name: pair
                producers:
                  - { to: "queue://PAIR", count: 2, rate: 200/s, message: { size: 100B } }
                consumers:
                  - { from: "queue://PAIR" }
                phases: { warmup: 0s, measure: 1s }
                """ + more);
    }

    @Test
    @Tag("nightly")
    void twoProcessesMakeOneLoad() throws Exception {
        String address = startTwoWorkers();

        Ran ran = BuiltDyno.type(
                "client --workers 2 --listen %s"
                        + " --producers 3 --consumers 3 --message-count 1000 --max-pending 10 queue://T --runs %s",
                address, runs);

        assertThat(ran.good().out())
                .contains("WORKERS: waiting for 2 workers: dyno worker --join " + address)
                .contains("\nworkers     2, all complete");
        RunResult result = results(runs).get(0);
        assertCounts(result, "success, sent 1000, delivered 1000, lost 0, lossKnown true");
        assertThat(result.workers())
                .extracting(WorkerShare::name, WorkerShare::producers, WorkerShare::consumers)
                .containsExactly(tuple("w1", 2, 1), tuple("w2", 1, 2));
        assertThat(result.workers().stream().map(WorkerShare::totals).reduce(Counts.ZERO, Counts::plus))
                .isEqualTo(result.totals());
        assertThat(result.semantics().facts()).containsKey("broker version");
        assertThat(result.resources())
                .extracting(ResourceSummary::subject)
                .contains("broker", "worker w1", "worker w2")
                .filteredOn(ResourceSample::isOfHost)
                .hasSize(1);
        assertThat(result.resources("worker w2").flatMap(used -> used.get(ResourceMetric.RSS)))
                .hasValueSatisfying(rss -> assertThat(rss.max()).isGreaterThan(30e6));
        assertThatWorkersHaveEndedWell();
    }

    /** Both have consumers of each of the two subscriptions, and the first to end would remove them under the other's. */
    @Test
    @Tag("nightly")
    void durableSubscriptionsThatWorkersShareAreRemovedWhenBothHaveEnded() throws Exception {
        String address = startTwoWorkers();

        Ran ran = BuiltDyno.type(
                "client --workers 2 --listen %s"
                        + " --producers 2 --consumers 2 --shared 2 --durable --persistent --message-count 400"
                        + " --max-pending 10 topic://T --runs %s",
                address, runs);

        assertThat(ran.err()).isEmpty();
        assertThatBothWorked(results(runs).get(0));
        assertThat(results(runs).get(0).ledger().delivered()).isEqualTo(800);
        assertThatWorkersHaveEndedWell();
    }

    @Test
    void aWorkloadFileHasItsWorkers() throws Exception {
        String address = startTwoWorkers();
        Path file = workload("workers: 2\nlisten: " + address + "\n");

        Ran ran = BuiltDyno.type("run %s --tag commit=3f2a --runs %s", file, runs);

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("WORKERS: waiting for 2 workers: dyno worker --join " + address);
        RunResult result = results(runs).get(0);
        assertThatBothWorked(result);
        assertThat(result.config()).containsEntry("workers", Map.of("count", 2, "onWorkerLoss", "stop"));
        assertThat(result.configured().tags()).isEqualTo(Map.of("commit", "3f2a"));
        assertThatWorkersHaveEndedWell();
    }

    @Test
    @Tag("nightly")
    void ctrlCOnTheCoordinatorEndsAllAndReports() throws Exception {
        String address = startTwoWorkers();
        Process coordinator = processes.type(
                "coordinator",
                "client --workers 2 --listen %s --producers 2 --consumers 2 --rate 100 --warmup 0 queue://T --runs %s",
                address,
                runs);
        processes.awaitLine("coordinator", "\\d:\\d\\d load.*");
        Processes.signal("INT", coordinator.pid());
        int status = processes.awaitEnd("coordinator", coordinator, 60);
        assertThat(status).as(processes.said("coordinator")).isEqualTo(Exit.GOOD);
        RunResult result = results(runs).get(0);
        assertCounts(result, "interrupted, lost 0");
        assertThat(result.ledger().delivered())
                .isPositive()
                .isEqualTo(result.totals().sent());
        assertThatWorkersHaveEndedWell();
    }

    /** With keys of one authority, as between machines. */
    @Test
    @Tag("nightly")
    void workersWithKeysRunAStudy() throws Exception {
        Path keys = folder.resolve("keys");
        BuiltDyno.type("worker keys %s coordinator w1 w2", keys).good();
        String address = Processes.freeAddress();
        startWorker("w1", address, "--keys", keys.resolve("w1").toString());
        startWorker("w2", address, "--keys", keys.resolve("w2").toString());
        Path study = Files.writeString(folder.resolve("two-sizes.yaml"), """
                repeats: 1
                cool-down: 0s
                setup: { broker: artemis }
                workloads:
                  pair:
                    producers: [{ to: "queue://PAIR", count: 2, rate: 200/s, message: { size: 100B } }]
                    consumers: { from: "queue://PAIR" }
                    phases: { warmup: 0s, measure: 1s }
                axes:
                  size: { set: "workload.producers[0].message.size", values: [100B, 1KiB] }
                table: [sent-rate, lost]
                """);
        Path studies = folder.resolve("studies");

        BuiltDyno.type(
                        "study %s --workers 2 --listen %s --keys %s --studies %s",
                        study, address, keys.resolve("coordinator"), studies)
                .good();
        List<RunResult> results = results(Listing.only(studies).resolve("runs"));
        assertThat(results).hasSize(2).allSatisfy(WorkersOnArtemisTest::assertThatBothWorked);
        assertThatWorkersHaveEndedWell();
    }

    @Test
    @Tag("nightly")
    void workersRunTheSetupsOfAComparison() throws Exception {
        String address = startTwoWorkers();

        BuiltDyno.type(
                        "compare --a broker=artemis --b broker=artemis,workload.producers[0].message.size=1KiB"
                                + " --budget 1ms --figures rate --with-invalid --workers 2 --listen %s --runs %s %s",
                        address, runs, workload(""))
                .good();
        // One pair warms up.
        assertThat(results(runs)).hasSize(4).allSatisfy(WorkersOnArtemisTest::assertThatBothWorked);
        assertThatWorkersHaveEndedWell();
    }
}
