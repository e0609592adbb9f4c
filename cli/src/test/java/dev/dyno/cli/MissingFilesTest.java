package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored runs that lack one of their files, as those of a published study do, in each command that reads them. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingFilesTest {

    /** RUN is the run that lacks a file, OTHER a whole one, PLACE the folder above both. */
    private static final List<String> COMMANDS = """
            report RUN
            report RUN OTHER --html PLACE/both.html
            report RUN --csv PLACE/run.csv
            report RUN --svg PLACE/svg
            report RUN --omb-json PLACE/omb.json
            report RUN OTHER --junit PLACE/junit.xml
            report RUN OTHER --markdown PLACE/runs.md
            compare RUN OTHER
            gate OTHER RUN --max-regression p99=10000%
            gate RUN --fail-if p99>100s
            history --notes --runs PLACE
            history trend p99 --runs PLACE
            query 'SELECT (SELECT count(*) FROM intervals), (SELECT count(*) FROM resources), (SELECT count(*) FROM histograms), (SELECT count(*) FROM groups), (SELECT count(*) FROM settings), (SELECT count(*) FROM notes), (SELECT count(*) FROM steps)' --runs PLACE
            history tag RUN commit=2
            history mark RUN invalid
            """.lines().toList();

    private static final String STUDY = """
            repeats: 1
            cool-down: 0s
            setup: { broker: sim }
            workloads:
              count:
                producers: { to: queue://q, messages: 50 }
                consumers: { from: queue://q }
            axes:
              size: { set: workload.producers.message.size, values: [1KiB, 2KiB] }
            charts:
              - { kind: time, title: Sent, y: sent-rate, series: size }
              - { kind: percentiles, title: Spectrum, y: [transfer], series: size }
            table: [sent]
            """;

    private final Path folder;
    private final Dyno dyno;
    /** Results of the commands on runs that lack nothing. */
    private final Map<String, Ran> whole = new HashMap<>();

    MissingFilesTest(@TempDir Path folder) {
        this.folder = folder;
        dyno = new Dyno(folder);
    }

    @BeforeAll
    void measure() throws Exception {
        QueryCommandTest.installSqlite(folder);
        for (String name : List.of("one", "two")) {
            Ran ran = dyno.type("client --broker sim --rate 200 --message-count 100 --silent --name %s", name);
            assertThat(ran.err()).isEmpty();
        }
        dyno.type("history tag %s commit=1", original(0)).good();
        dyno.type("history mark %s valid", original(0)).good();
        Path file = Files.writeString(folder.resolve("count.yaml"), STUDY);
        dyno.type("study %s --studies %s", file, folder.resolve("studies")).good();
        Path place = copyOfRuns(folder.resolve("whole"));
        for (String command : COMMANDS) {
            whole.put(command, type(command, place));
        }
    }

    private Path original(int place) throws IOException {
        return Listing.of(folder.resolve("runs")).get(place);
    }

    private Path copyOfRuns(Path place) throws IOException {
        Dyno.copy(folder.resolve("runs"), place);
        return place;
    }

    /** Runs a command; in its output, the folder is PLACE. */
    private Ran type(String command, Path place) throws IOException {
        Ran ran = dyno.type(command.replace("RUN", run(place, 0).toString())
                .replace("OTHER", run(place, 1).toString())
                .replace("PLACE", place.toString()));
        assertThat(ran.err()).as(command).doesNotContain("\tat ", "Exception");
        return new Ran(ran.status(), ran.out(), ran.err().replace(place.toString(), "PLACE"));
    }

    private Path run(Path place, int number) throws IOException {
        return place.resolve(original(number).getFileName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"intervals.jsonl", "latency.hdr", "report.html"})
    void theRestIsShownAndASentenceSaysWhatIsMissing(String file, @TempDir Path temporary) throws IOException {
        Path place = copyOfRuns(temporary.resolve("runs"));
        Files.delete(run(place, 0).resolve(file));
        String missing =
                ": PLACE/" + original(0).getFileName() + ": " + file + " is missing; what it held is left out.";
        boolean isMeasured =
                List.of("intervals.jsonl", "latency.hdr", "resources.jsonl").contains(file);
        for (String command : COMMANDS) {
            Ran ran = type(command, place);
            Ran before = Objects.requireNonNull(whole.get(command));
            if (command.contains("--omb-json") && !file.equals("resources.jsonl") && isMeasured) {
                assertThat(ran.ended(Exit.FAILED).errLines())
                        .singleElement()
                        .asString()
                        .contains(": --omb-json needs ");
            } else {
                assertThat(ran.ended(before.status()).errLines())
                        .as(command)
                        .filteredOn(line -> !line.endsWith(missing))
                        .isEqualTo(before.errLines());
                assertThat(ran.errLines().stream().filter(line -> line.endsWith(missing)))
                        .as(command)
                        .hasSize(
                                (command.startsWith("report ") && isMeasured)
                                                || command.contains("FROM " + file.replace(".jsonl", ")"))
                                        ? 1
                                        : 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources.jsonl", "given.json", "marks.jsonl", "tags.json"})
    @Tag("nightly")
    void soItIsOfOtherFiles(String file, @TempDir Path temporary) throws IOException {
        theRestIsShownAndASentenceSaysWhatIsMissing(file, temporary);
    }

    @Test
    void theSecondsOfAPublishedRunHaveTheirPercentiles(@TempDir Path temporary) throws IOException {
        Path place = copyOfRuns(temporary.resolve("runs"));
        type("report RUN --csv PLACE/whole.csv", place);
        Files.delete(run(place, 0).resolve("latency.hdr"));
        type("report RUN --csv PLACE/packed.csv", place);
        List<String> packed = Files.readAllLines(place.resolve("packed.csv"));
        assertThat(packed.get(0)).contains(",end_to_end_p99_ns,");
        assertThat(packed.get(1)).matches("0,MEASURE,.*\\d{5,},.*");
        assertThat(packed).isEqualTo(Files.readAllLines(place.resolve("whole.csv")));
    }

    @Test
    void withoutItsResultNothingIsReadOfARun(@TempDir Path temporary) throws IOException {
        Path place = copyOfRuns(temporary.resolve("runs"));
        Files.delete(run(place, 0).resolve("run.json"));
        for (String command : COMMANDS) {
            Ran ran = type(command, place);
            if (command.contains("RUN")) {
                assertThat(ran.ended(Exit.FAILED).errLines())
                        .as(command)
                        .singleElement()
                        .asString()
                        .endsWith(": this run has neither run.json nor begun.json, without which it cannot be read.");
            } else {
                ran.ended(Exit.GOOD);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"intervals.jsonl", "report.html"})
    void aStudyIsReportedAndLinksOnlyPagesThatExist(String file, @TempDir Path temporary) throws IOException {
        Path study = temporary.resolve("study");
        Dyno.copy(Listing.only(folder.resolve("studies")), study);
        Files.delete(Listing.of(study.resolve("runs")).get(0).resolve(file));
        dyno.run("study", "report", study.toString()).good();
        List<String> links = Pattern.compile("href=\"(runs/[^\"]+)\"")
                .matcher(Files.readString(study.resolve("report.html")))
                .results()
                .map(link -> String.valueOf(link.group(1)))
                .toList();
        assertThat(links).hasSize(file.equals("report.html") ? 1 : 2).allSatisfy(link -> assertThat(study.resolve(link))
                .isRegularFile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.json", "latency.hdr", "resources.jsonl"})
    @Tag("nightly")
    void soIsAStudyWithoutOtherFiles(String file, @TempDir Path temporary) throws IOException {
        aStudyIsReportedAndLinksOnlyPagesThatExist(file, temporary);
    }
}
