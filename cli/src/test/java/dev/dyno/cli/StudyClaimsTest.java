package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims, rounds and cells of {@code dyno study}, on the brokers that live in this JVM. */
class StudyClaimsTest extends WithStudies {

    private static final String CLAIMS = """
            title: Ten times as many
            repeats: 3
            cool-down: 0s
            setup: { broker: sim }
            workloads:
              both:
                producers: { to: queue://q, messages: 10, max-pending: 10 }
                consumers: { from: queue://q }
            axes:
              messages: { set: workload.producers.messages, values: [10, 100] }
            table: [sent]
            claims:
              - { says: Ten times as many, figure: 10 to 100, holds: sent of 100 / sent of 10 = 10 within 10% }
              - { says: Fewer, figure: 100 to 10, holds: sent of 100 / sent of 10 < 1 }
              - { says: Nothing is lost, holds: lost of 100 = 0 }
              - { says: All within 10 s, holds: end-to-end-share-1ns-10s of 100 = 100% within 1% }
            """;

    @Test
    void theClaimsOfAStudyAreDecidedByItsRounds() throws IOException {
        Ran ran = run(file("claims.yaml", CLAIMS)).good();
        assertThat(ran.outLines())
                .containsSubsequence(
                        "Claims of the source",
                        "the source says    its figure  here (interval)  outcome    why",
                        "Ten times as many  10 to 100   10               confirmed  the whole interval is = 10 within 10%",
                        "Fewer              100 to 10   10               refuted    nothing of the interval is < 1",
                        "Nothing is lost                3 of 3 rounds    undecided  3 of 9 rounds");
        assertThat(only().resolve("claims.csv"))
                .content()
                .contains("Fewer,100 to 10,sent of 100 / sent of 10 < 1,refuted,");
        assertThat(Files.readString(only().resolve("study.json"))).contains("\"outcome\" : \"CONFIRMED\"");
        assertThat(ran.outLines())
                .contains(
                        "All within 10 s                100 %            confirmed  the whole interval is = 100% within 1%");
        assertThat(Files.readAllLines(only().resolve("table.csv")).get(0)).contains(",end-to-end-share-1ns-10s");
        assertThat(Files.readString(only().resolve("report.html")))
                .containsSubsequence("<h2>Claims of the source</h2>", "<td>refuted</td>", "<h2>Table</h2>");
    }

    /** Fewer than seven rounds that are all so cannot show that more than half of all are: the lower end is 0.0125 to the power of 1/7, 0.53. */
    @Test
    void roundsAreAddedUntilAllIsDecidedOrTheTimeIsUp() throws IOException {
        String claims = CLAIMS.replaceAll("(?m)^  - \\{ says: (Ten|Fewer|All).*\n", "");
        String file = file("claims.yaml", claims);
        run(file).good();
        Ran ran = run(file, "--resume", "--within", "2m").good();
        assertThat(ran.outLines())
                .contains("Another round for what is undecided: 1 trial")
                .anyMatch(line -> line.startsWith("[10/10] messages=100 round 7  done"))
                .contains(
                        "Nothing is lost              7 of 7 rounds    confirmed  so in more than half of all rounds");
        assertThat(only().resolve("report.html")).content().contains("3 to 7 rounds, 10 of 10 trials");
        run(file, "--resume", "--within", "2m").refused("no study claims of the full size was stopped");

        Ran late = run(file, "--within", "1ms", "--rounds", "2").ended(Exit.FAILED);
        assertThat(late.outLines())
                .contains("The time has no room for another run.")
                .anyMatch(line -> line.startsWith("Stopped with 4 trials left; continue by: dyno study --resume "));
        run(file, "--resume", "--rounds", "2").refused("--rounds: a study that is continued has its own rounds");
        assertThat(run(file, "--resume").good().outLines())
                .contains("Nothing is lost              2 of 2 rounds    undecided  2 of 7 rounds");
    }

    /** Seven rounds of a trial each, with six pauses between them. */
    @Test
    void theMachineCoolsDownBeforeAnAddedRound() throws IOException {
        String claims = CLAIMS.replaceAll("(?m)^  - \\{ says: (Ten|Fewer|All).*\n", "")
                .replace("repeats: 3", "repeats: 1")
                .replace("cool-down: 0s", "cool-down: 300ms");
        long begun = System.nanoTime();
        run(file("claims.yaml", claims), "--only", "messages=100", "--within", "2m")
                .good();
        assertThat(Files.readAllLines(only().resolve("progress.jsonl"))).hasSize(7);
        assertThat(System.nanoTime() - begun).isGreaterThan(1_800_000_000L);
    }

    @Test
    void settingsOfTheCommandLineWinInAllCells() throws IOException {
        String file = file("claims.yaml", CLAIMS);
        Ran ran = run(file, "--broker", "null", "--setup", "workload.producers.messages=7", "--rounds", "1")
                .good();
        assertThat(ran.outLines()).anyMatch(line -> line.matches("100 +7 +.*"));
        Files.writeString(only().resolve("progress.jsonl"), "");
        run(file, "--resume", "--setup", "workload.producers.messages=8")
                .refused("dyno study: --resume: " + only()
                        + "; was begun with another setup. Give the same --broker, --url," + " --set and --setup.");
        assertThat(run(file, "--resume").good().outLines()).anyMatch(line -> line.matches("100 +7 +.*"));
        run(file, "--broker", "sim", "--url", "tcp://h").refused("--broker: contradicts --url. Leave one of them out.");
        run(file, "--setup", "brocker=sim").refused("brocker: is no setting;");
    }

    /** Claims are about the study's own values. */
    @Test
    void anAxisOfOneSettingHasOtherValues() throws IOException {
        String claims = file("claims.yaml", CLAIMS);
        Ran ran = run(claims, "--axis", "messages=7,8", "--axis", "messages=9", "--rounds", "1")
                .good();
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("7 +7 +.*"))
                .anyMatch(line -> line.matches("8 +8 +.*"))
                .anyMatch(line -> line.matches("9 +9 +.*"))
                .doesNotContain("Claims of the source");
        assertThat(only().resolve("claims.csv")).content().contains("Fewer,100 to 10,", ",undecided,not measured,");
        Files.writeString(only().resolve("progress.jsonl"), "");
        run(claims, "--resume", "--axis", "messages=7")
                .refused("--axis: a study that is continued has its own values; leave it out.");
        assertThat(run(claims, "--resume").good().outLines()).anyMatch(line -> line.matches("8 +8 +.*"));
        run(claims, "--axis", "size=1")
                .refused("--axis: size=1; must be AXIS=VALUE,... with one of the axes messages.");
        run(claims, "--axis", "messages=x").refused("workload.producers.messages=x: ");
    }

    @Test
    void claimsAboutCellsThatWereNotRunAreCounted() throws IOException {
        Ran ran = run(file("claims.yaml", CLAIMS), "--only", "messages=100", "--rounds", "1")
                .good();
        assertThat(ran.outLines())
                .noneMatch(line -> line.startsWith("Fewer "))
                .anyMatch(line -> line.startsWith("Nothing is lost "))
                .anyMatch(line -> line.endsWith(" Claims about cells that were not run, or about the full size: 2."));
    }

    /** Two of four cells by default; a limit replaces what the default says of its axis. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                                       | sim 100; null 1000
                    --only broker=null                 | null 100; null 1000
                    --only broker=all                  | sim 100; sim 1000; null 100; null 1000
                    --only messages=1000               | sim 1000; null 1000
                    """)
    void theCellsOfAStudyAreRunUnlessOthersAreAskedFor(@Nullable String limits, String cells) throws IOException {
        String file = file("cells.yaml", """
                repeats: 1
                cool-down: 0s
                workloads: { count: { producers: { to: queue://q, messages: 10 } } }
                axes:
                  broker: { values: [sim, "null"] }
                  messages: { set: workload.producers.messages, values: [100, 1000] }
                claims: { says: Nothing is lost, holds: lost of sim 100 = 0 }
                cells: [claims, "null 1000"]
                table: [sent]
                """);
        Ran ran = run((limits == null ? file : file + " " + limits).split(" ", -1))
                .good();
        assertThat(ran.outLines().stream()
                        .filter(line -> line.matches("(sim|null) +1.*"))
                        .map(line -> line.replaceAll("^(\\S+) +(\\S+) .*", "$1 $2"))
                        .collect(Collectors.joining("; ")))
                .isEqualTo(cells);
    }

    @Test
    void aStudyFileIsValidatedLikeAWorkload() throws IOException {
        String good = file("good.yaml", CLAIMS);
        assertThat(dyno.run("validate", good).good().outLines()).containsExactly(good + ": good: 6 trials, 6 s");
        String bad = file("bad.yaml", CLAIMS.replace("lost of 100", "lost of 1000"));
        assertThat(dyno.run("validate", bad).ended(Exit.USAGE).err())
                .startsWith("dyno validate: " + bad + ":15:37: holds: ");
        file("bad.yaml", CLAIMS.replace("{ broker: sim }", "{ brocker: sim, workload.phases.measure: 2x }"));
        assertThat(dyno.run("validate", bad).ended(Exit.USAGE).errLines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("dyno validate: " + bad + ": brocker: is no setting; must be one of"))
                .anyMatch(line -> line.startsWith(
                        "dyno validate: " + bad + ": workload.phases.measure=2x: measure: 2x; must be"));
    }
}
