package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.app.execute.Exit;
import dev.dyno.engine.proxy.Lan;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.verdict.FindingText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on machines that are network namespaces: a coordinator at a desk, workers, and a broker that they all must reach. */
@Tag("broker")
@Tag("root")
@Tag("nightly")
@Timeout(240)
class WorkersOnALanTest {

    private static final String COORDINATOR = "10.0.0.1:7400";
    private static final Duration RUN = Duration.ofMinutes(2);

    /** Matches the line of a second of the load. */
    private static final Pattern LOADING = Pattern.compile(":\\d\\d (warm-up|load).*?  [1-9][0-9,]* of ");

    private static final Pattern BROKER_ON_WORKER = Pattern.compile("artemis \\S+ on worker db, process (\\d+)");

    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private static Path shared = Path.of("");

    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Lan lan;

    private final List<Process> processes = new ArrayList<>();

    @BeforeAll
    static void plugIn() throws Exception {
        lan = Lan.open();
        int number = 1;
        for (String machine : List.of("desk", "w1", "w2", "db")) {
            lan.machine(machine, number);
            number++;
        }
    }

    @BeforeAll
    static void makeKeys() {
        System.setProperty("dyno.home", BuiltDyno.HOME);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        assertThat(Main.execute(
                        nowhere, nowhere, Map.of(), "worker", "keys", keys("").toString(), "desk", "w1", "w2", "db"))
                .isZero();
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        lan.plugIn("w2");
    }

    @AfterAll
    static void unplug() throws Exception {
        if (lan != null) {
            lan.remove();
        }
    }

    private static Path keys(String name) {
        return shared.resolve("keys").resolve(name);
    }

    private Process start(String machine, String log, String... words) throws IOException {
        List<String> command = new ArrayList<>(Arrays.asList(lan.on(machine)));
        command.addAll(BuiltDyno.command(List.of(words)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(log).toFile())
                .start();
        processes.add(process);
        return process;
    }

    private Path log(String name) {
        return folder.resolve(name + ".txt");
    }

    private void startWorkers(String... names) throws IOException {
        for (String name : names) {
            String worker = "worker --name %1$s --join %2$s --wait 60s --once --keys %3$s";
            start(name, name, worker.formatted(name, COORDINATOR, keys(name)).split(" ", -1));
        }
    }

    private Process startClient(String options) throws IOException {
        return start(
                "desk",
                "desk",
                ("client --workers 2 --listen " + COORDINATOR + " --keys " + keys("desk") + " --runs "
                                + folder.resolve("runs") + " --rate 500 --producers 2 --consumers 2 " + options
                                + " queue://T")
                        .split(" ", -1));
    }

    /** A load on a broker on {@code db}, once it sends. */
    private Process startLoad(String options) throws Exception {
        startWorkers("w1", "w2", "db");
        Process client = startClient("--broker-on db " + options);
        await("desk", LOADING, RUN);
        return client;
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(RUN.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private RunResult result() throws IOException {
        return Listing.run(folder.resolve("runs")).result();
    }

    private static ResourceSummary resource(RunResult result, String subject) {
        return result.resources().stream()
                .filter(summary -> summary.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aBrokerBesideTheCoordinatorListensWhereTheWorkersJoin() throws Exception {
        startWorkers("w1", "w2");

        int status = end(startClient("--duration 3"));

        assertThat(log("desk")).content().contains(", tcp://10.0.0.1:");
        assertThat(status).as(Files.readString(log("desk"))).isZero();
        RunResult result = result();
        assertCounts(result, "success, lost 0");
        assertThat(result.workers()).extracting(WorkerShare::name).containsExactly("w1", "w2");
        assertThat(resource(result, ResourceSample.BROKER).get(ResourceMetric.RSS))
                .isPresent();
    }

    @Test
    void aBrokerOnAWorkerIsReachedByTheOthersAndReadWhereItRuns() throws Exception {
        startWorkers("w1", "w2", "db");

        int status = end(startClient("--broker-on db --duration 3"));

        String said = Files.readString(log("desk"));
        assertThat(said).containsPattern(BROKER_ON_WORKER).contains(", tcp://10.0.0.4:");
        assertThat(status).as(said).isZero();
        RunResult result = result();
        assertCounts(result, "success, lost 0");
        assertThat(result.ledger().delivered()).isPositive();
        assertThat(result.workers())
                .extracting(WorkerShare::name, WorkerShare::producers, WorkerShare::consumers)
                .containsExactly(tuple("w1", 1, 1), tuple("w2", 1, 1), tuple("db", 0, 0));
        ResourceSummary broker = resource(result, ResourceSample.BROKER);
        assertThat(broker.get(ResourceMetric.RSS)).isPresent();
        assertThat(broker.get(ResourceMetric.HEAP_USED)).isPresent();
        assertThat(broker.perMessage()).containsKey(ResourceSummary.CPU_US);
        for (Process process : processes) {
            assertThat(end(process)).isZero();
        }
        assertThat(log("db"))
                .content()
                .contains("Starts the broker artemis at 10.0.0.4.", "The broker artemis has ended.");
    }

    @Test
    void aBrokerThatDiesOnAWorkerEndsTheRunWithItsCause() throws Exception {
        Process client = startLoad("--duration 60");
        long broker = Long.parseLong(await("desk", BROKER_ON_WORKER, RUN).group(1));
        ProcessHandle.of(broker).orElseThrow().destroyForcibly();

        int status = end(client);

        assertThat(status).as(Files.readString(log("desk"))).isEqualTo(Exit.FAILED);
        RunResult result = result();
        assertThat(result.outcome().cause()).hasValueSatisfying(cause -> assertThat(cause)
                .contains("the broker artemis, process " + broker + ", ended during the run"));
        assertThat(result.brokerDeath()).isPresent();
    }

    /** In each check {@code LanTest} pulls the cable of a member, and {@code WorkerLossTest} loses a worker of a run. */
    @Test
    void aWorkerWhoseCableIsPulledIsMissedWithinFourSeconds() throws Exception {
        Process client = startLoad("--on-worker-loss continue --duration 12");
        lan.cut("w2");
        await(
                "desk",
                Pattern.compile("worker w2 on \\S+ was lost: nothing came from it any more"),
                Duration.ofSeconds(4));

        assertThat(end(client)).as(Files.readString(log("desk"))).isEqualTo(Exit.INVALID);
        RunResult result = result();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.workers())
                .extracting(WorkerShare::state)
                .containsExactly(WorkerShare.State.COMPLETE, WorkerShare.State.LOST, WorkerShare.State.COMPLETE);
        assertThat(result.verdict().reasons())
                .anySatisfy(
                        reason -> assertThat(FindingText.FLAGS.of(reason))
                                .matches(
                                        "PARTIAL: worker w2 was lost: nothing came from it any more; its part is complete for the"
                                                + " first [1-9]\\d* s, what it did after that is unknown, and rates and percentiles are without it; run it again"));
    }

    /** The case of docs/guide/workers.md. */
    @Test
    void aCutOfASecondLosesNobody() throws Exception {
        Process client = startLoad("--duration 10");
        lan.cut("w2");
        LockSupport.parkNanos(1_000_000_000);
        lan.plugIn("w2");

        end(client);

        RunResult result = result();
        assertThat(result.outcome()).as(Files.readString(log("desk"))).isEqualTo(Outcome.SUCCESS);
        assertThat(result.workers()).extracting(WorkerShare::state).containsOnly(WorkerShare.State.COMPLETE);
        assertThat(result.ledger().lost()).isZero();
    }

    /** Its consumers and producers wait for a broker that is cut off, too. */
    @Test
    void aWorkerThatWasCutOffHasEndedTenSecondsAfterItsCableIsPluggedInAgain() throws Exception {
        Process client = startLoad("--on-worker-loss continue --duration 50");
        lan.cut("w2");
        Process cutOff = processes.get(1);
        cutOff.waitFor(30, TimeUnit.SECONDS);
        lan.plugIn("w2");

        assertThat(cutOff.waitFor(10, TimeUnit.SECONDS))
                .as(Files.readString(log("w2")))
                .isTrue();
        assertThat(cutOff.exitValue()).isEqualTo(Exit.FAILED);
        assertThat(log("w2"))
                .content()
                .contains("the coordinator is gone without a goodbye: nothing came from it any more");
        assertThat(end(client)).as(Files.readString(log("desk"))).isEqualTo(Exit.INVALID);
    }

    @Test
    void workersWhoseCoordinatorIsKilledEndTheirLoadWithinTwoSeconds() throws Exception {
        Process client = startLoad("--duration 60");
        long broker = Long.parseLong(await("desk", BROKER_ON_WORKER, RUN).group(1));
        client.destroyForcibly();
        Duration limit = Duration.ofSeconds(2);

        for (String worker : List.of("w1", "w2", "db")) {
            await(worker, Pattern.compile("The coordinator is gone: the load ends\\."), limit);
        }
        for (Process process : processes.subList(0, 3)) {
            assertThat(end(process)).isEqualTo(Exit.FAILED);
        }
        assertThat(log("w1"))
                .content()
                .contains("dyno worker: the coordinator is gone without a goodbye: its process has ended;");
        assertThat(ProcessHandle.of(broker).filter(ProcessHandle::isAlive))
                .as("the broker")
                .isEmpty();
    }

    private Matcher await(String log, Pattern words, Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            Matcher found = words.matcher(Files.readString(log(log)));
            if (found.find()) {
                return found;
            }
            LockSupport.parkNanos(20_000_000);
        }
        throw new AssertionError(words + " is not said within " + limit + ": " + Files.readString(log(log)));
    }
}
