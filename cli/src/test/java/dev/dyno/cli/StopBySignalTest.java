package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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

    /** Stops the comparison of setups when a line has come. @return its exit status */
    private int stopAt(String line, String signal, String more) throws IOException, InterruptedException {
        String workload = file("w.yaml", """
                producers: { to: queue://q, rate: 200/s, max-pending: 10 }
                consumers: { from: queue://q }
                phases: { measure: 1s }
                """);
        return stopAt(
                line,
                signal,
                Dyno.words(
                        "compare --a broker=sim --b broker=sim,set.service=1ms --with-invalid --figures rate --runs %s %s "
                                + more,
                        place(),
                        workload));
    }

    /** Stops a command when a line has come. @return its exit status */
    private int stopAt(String line, String signal, String[] words) throws IOException, InterruptedException {
        Processes processes = new Processes(folder);
        Process process = processes.start("dyno", words);
        try {
            processes.awaitLine("dyno", Pattern.quote(line) + ".*");
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
        int status = stopAt("[2/", "INT", "--json " + json);

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

    @Test
    void workloadsThatWereNotBegunAreAFailure() throws Exception {
        String workload = file("w.yaml", """
                producers: { to: queue://q, rate: 200/s }
                consumers: { from: queue://q }
                phases: { warmup: 0s, measure: 1m }
                """);
        int status =
                stopAt("[1/2] ", "INT", Dyno.words("run --broker sim --runs %s %s %s", place(), workload, workload));

        assertThat(lines)
                .anyMatch(line -> line.startsWith("[1/2] ") && line.contains("  stopped, "))
                .anyMatch(line -> line.contains("not begun: it was stopped before"));
        assertThat(status).isEqualTo(Exit.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    @Tag("nightly")
    void comparisonThatIsStoppedBeforeAPairHasNothingToSay(String signal) throws Exception {
        int status = stopAt("[1/", signal, "");

        assertThat(status).isEqualTo(Exit.FAILED);
        assertThat(lines).contains("Stopped after 0 pairs.").noneMatch(line -> line.startsWith("rate "));
        assertThat(stored()).isIn(3L, 4L);
    }
}
