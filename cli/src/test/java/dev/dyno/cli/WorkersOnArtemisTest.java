package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.RunFolder;
import dev.dyno.result.Counts;
import dev.dyno.result.Outcome;
import dev.dyno.result.RunResult;
import dev.dyno.result.WorkerShare;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers in processes of their own, joined over TCP, on an Artemis that the coordinator starts. */
class WorkersOnArtemisTest {

    private static final String HOME =
            Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString();

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path folder;

    private final List<Process> workers = new ArrayList<>();

    @AfterEach
    void leaveNothingBehind() {
        workers.forEach(Process::destroyForcibly);
    }

    private void startWorker(String name, String join) throws IOException {
        workers.add(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Ddyno.home=" + HOME,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.dyno.cli.Main",
                        "worker",
                        "--name",
                        name,
                        "--join",
                        join,
                        "--wait",
                        "60s",
                        "--once")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile())
                .start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    @Timeout(180)
    void twoProcessesMakeOneLoad() throws Exception {
        System.setProperty("dyno.home", HOME);
        String address = "127.0.0.1:" + freePort();
        startWorker("w1", address);
        startWorker("w2", address);
        Path runs = Files.createDirectories(folder.resolve("runs"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int status = Main.execute(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                ("client --workers 2 --listen " + address
                                + " --producers 3 --consumers 3 --message-count 1000 --max-pending 10 queue://T --runs "
                                + runs)
                        .split(" ", -1));

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(status).isEqualTo(Exit.GOOD);
        assertThat(out.toString(UTF_8))
                .contains("WORKERS: waiting for 2 workers: dyno worker --join " + address)
                .contains("\nworkers\n");
        RunResult result;
        try (Stream<Path> stored = Files.list(runs)) {
            result = RunFolder.read(stored.findFirst().orElseThrow()).result();
        }
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().sent()).isEqualTo(1000);
        assertThat(result.ledger().delivered()).isEqualTo(1000);
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.ledger().lossKnown()).isTrue();
        assertThat(result.workers()).extracting(WorkerShare::name).containsExactly("w1", "w2");
        assertThat(result.workers()).extracting(WorkerShare::producers).containsExactly(2, 1);
        assertThat(result.workers()).extracting(WorkerShare::consumers).containsExactly(1, 2);
        assertThat(result.workers().stream().map(WorkerShare::totals).reduce(Counts.ZERO, Counts::plus))
                .isEqualTo(result.totals());
        assertThat(result.semantics().facts()).containsKey("broker version");

        for (Process worker : workers) {
            assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.exitValue()).isEqualTo(Exit.GOOD);
        }
        assertThat(Files.readAllLines(folder.resolve("w1.txt"))).last().isEqualTo("the coordinator has ended");
    }
}
