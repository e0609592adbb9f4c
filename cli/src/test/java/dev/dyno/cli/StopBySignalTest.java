package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.report.store.CapacityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dyno as a process of its own, which gets the signal that Ctrl+C is, or that of a closed terminal. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
@Tag("slow")
class StopBySignalTest extends WithDyno {

    private final List<String> lines = new ArrayList<>();

    /** Stops the comparison of setups when a line that begins so has come. @return its exit status */
    private int stopAt(String begin, String signal, String more) throws IOException, InterruptedException {
        String workload = file("w.yaml", """
                producers: { to: queue://q, rate: 200/s, max-pending: 10 }
                consumers: { from: queue://q }
                phases: { measure: 1s }
                """);
        return stopAt(
                begin,
                signal,
                Dyno.words(
                        "compare --a broker=sim --b broker=sim,set.service=1ms --with-invalid --figures rate --runs %s %s "
                                + more,
                        place(),
                        workload));
    }

    /**
     * Stops a command when a line has come.
     *
     * @param begin pattern of its beginning
     * @return its exit status
     */
    private int stopAt(String begin, String signal, String[] words) throws IOException, InterruptedException {
        Processes processes = new Processes(folder);
        Process process = processes.start("dyno", words);
        try {
            processes.awaitLine("dyno", begin + ".*");
            Processes.signal(signal, process.pid());
            process.waitFor(20, TimeUnit.SECONDS);
            lines.addAll(processes.said("dyno").lines().toList());
        } finally {
            processes.end();
        }
        return process.waitFor();
    }

    private long stored() throws IOException {
        return runs().stream()
                .filter(run -> Files.exists(run.resolve("run.json")))
                .count();
    }

    @Test
    @Tag("nightly")
    void comparisonThatIsStoppedIsThatOfThePairsThatAreComplete() throws Exception {
        Path json = folder.resolve("c.json");
        int status = stopAt("\\[2/", "INT", "--json " + json);

        assertThat(status).isEqualTo(Exit.GOOD);
        // After the pair that warms up and the first one. The second does not count: the signal came in one of its
        // runs, or between them on a busy machine.
        assertThat(lines)
                .contains("Stopped after 1 pair.")
                .anyMatch(line -> line.startsWith("rate "))
                .noneMatch(line -> line.startsWith("dyno"));
        assertThat(json).content().contains("\"rate\"");
        assertThat(stored()).isIn(5L, 6L);
    }

    @Test
    void searchBeforeALoadThatIsStoppedIsNotFollowedByTheLoad() throws Exception {
        String[] words =
                Dyno.words("client --rate '80% of held' --duration 1 --driver sim --url sim://x --runs %s", place());
        int status = stopAt("80% of held  grow", "INT", words);

        assertThat(lines)
                .filteredOn(line -> line.startsWith("dyno"))
                .containsExactly("dyno client: 80% of held: the search before the load was stopped");
        assertThat(status).isEqualTo(Exit.FAILED);
        assertThat(stored()).isEqualTo(1);
        assertThat(runs().get(0).resolve("capacity.json")).exists();
    }

    /**
     * D/M/1 of 500/s: at 450/s 31 % of the messages take 12 ms or longer, at a quarter of that 0.3 %. So the highest rate allowed
     * misses, a quarter of it meets, and the next one is between them.
     */
    @Test
    @Tag("nightly")
    void searchThatIsStoppedAnswersWithTheIntervalSoFar() throws Exception {
        String[] words = Dyno.words(
                "capacity --driver sim --url sim://x --driver-property service=exponential(2ms) --rate 450"
                        + " --slo 'p95(end-to-end) < 12ms' --slo 'rate < 450/s' --runs %s",
                place());
        int status = stopAt("hold [0-9]+/s  capacity [0-9]+ to [0-9]+  ", "INT", words);

        assertThat(lines)
                .anyMatch(line -> line.matches("capacity +[0-9]+ msg/s  \\(95 %: [0-9]+ to 450\\) for this start .*"))
                .contains("note        The search was not at its end.")
                .noneMatch(line -> line.startsWith("dyno"));
        assertThat(status).isEqualTo(Exit.GOOD);
        Capacity found = CapacityFile.read(runs().get(0)).orElseThrow().capacity();
        assertThat(found.low().orElseThrow()).isBetween(10.0, 449.0);
        assertThat(found.high()).hasValue(450);
    }

    @Test
    void workloadsThatWereNotBegunAreAFailure() throws Exception {
        String workload = file("w.yaml", """
                producers: { to: queue://q, rate: 200/s }
                consumers: { from: queue://q }
                phases: { warmup: 0s, measure: 1m }
                """);
        int status =
                stopAt("\\[1/2] ", "INT", Dyno.words("run --broker sim --runs %s %s %s", place(), workload, workload));

        assertThat(lines)
                .anyMatch(line -> line.startsWith("[1/2] ") && line.contains("  stopped, "))
                .anyMatch(line -> line.contains("not begun: it was stopped before"));
        assertThat(status).isEqualTo(Exit.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    @Tag("nightly")
    void comparisonThatIsStoppedBeforeAPairHasNothingToSay(String signal) throws Exception {
        int status = stopAt("\\[1/", signal, "");

        assertThat(status).isEqualTo(Exit.FAILED);
        assertThat(lines).contains("Stopped after 0 pairs.").noneMatch(line -> line.startsWith("rate "));
        assertThat(stored()).isIn(3L, 4L);
    }
}
