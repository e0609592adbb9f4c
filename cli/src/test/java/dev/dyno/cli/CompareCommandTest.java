package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A run on the null driver, copied with other numbers: compared, and let through a gate or not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompareCommandTest {

    private final Path folder;
    private final Dyno installed;

    CompareCommandTest(@TempDir Path folder) {
        this.folder = folder;
        installed = new Dyno(folder);
    }

    @BeforeAll
    void storeRuns() throws IOException {
        assertThat(installed
                        .type("client --broker null --message-count 1000 --silent")
                        .err())
                .isEmpty();
        Copies copies = new Copies(folder.resolve("runs"));
        copies.valid("a0000001", 1000, 2);
        copies.valid("b0000001", 900, 3);
        copies.valid("b0000002", 901, 3.2);
        copies.valid("a0000002", 1002, 2.1);
        copies.valid("a0000003", 999, 1.9);
        copies.valid("b0000003", 898, 2.9);
        copies.valid("a0000004", 1001, 2);
        copies.valid("b0000004", 899, 3);
        copies.valid("c0000001", 900, 3);
        copies.valid("c0000002", 901, 3.2);
        copies.valid("c0000003", 898, 2.9);
        copies.copy("bad00001", run -> {
            ObjectNode verdict = (ObjectNode) run.get("verdict");
            verdict.put("level", "INVALID");
            ObjectNode lost = verdict.putArray("findings").addObject();
            lost.put("level", "INVALID").put("code", "messages-lost");
            lost.putArray("values");
            lost.putArray("settings");
        });
        copies.copy("bad00002", run -> {
            ObjectNode outcome = (ObjectNode) run.get("outcome");
            outcome.put("success", false);
            outcome.put("cause", "the broker died");
        });
        copies.valid("d0000001", 1000, 2, run -> {
            for (String target : List.of("producerTarget", "consumerTarget")) {
                ((ObjectNode) run.get("config").get(target)).put("driver", "sim");
            }
        });
        copies.valid("e0000001", 1000, 2, run -> ((ObjectNode) run.get("environment"))
                .put("processor", "Z80")
                .put("processors", "999"));
    }

    @BeforeEach
    void install() {
        // Another test class may have installed its own since.
        System.setProperty("dyno.home", folder.resolve("home").toString());
    }

    private Ran run(String... words) {
        return installed.run(words);
    }

    private Ran type(String line, Object... values) {
        return installed.type(line, values);
    }

    @Test
    void driverPropertiesAreStoredAndThoseThatDifferAreNamed(@TempDir Path own) throws IOException {
        Dyno dyno = new Dyno(own);
        for (String service : List.of("1us", "2us")) {
            assertThat(dyno.type(
                                    "client --broker sim --driver-property service=%s --driver-property seed=3 "
                                            + "--message-count 50 --silent",
                                    service)
                            .err())
                    .isEmpty();
        }
        List<Path> runs = Listing.of(own.resolve("runs"));
        Ran ran = dyno.type("compare %s %s", runs.get(0), runs.get(1));
        assertThat(Path.of(ran.outLines().get(ran.outLines().size() - 1).substring(6)))
                .content()
                .contains(
                        "<h2>Charts</h2>",
                        "<svg",
                        "<td>producerTarget.<wbr>properties.<wbr>service</td>",
                        "<h1>service ");
        assertThat(ran.out())
                .contains("WARNING: the driver properties differ.", "producerTarget.properties.service")
                .doesNotContain("properties.seed", "the workloads differ");
    }

    @Test
    void severalRunsAreCalledAndWrittenToFiles(@TempDir Path own) {
        Path markdown = own.resolve("c.md");
        Path csv = own.resolve("c.csv");
        Path json = own.resolve("c.json");
        Ran ran = type(
                        "compare --a a0000001,a0000002 --a a0000003 --b b0000001,b0000002,b0000003 --figures "
                                + "rate,p50 --paired --markdown %s --csv %s --json %s",
                        markdown, csv, json)
                .good();

        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("rate +messages/s +1,000 +899\\.7 +-10\\.1 % .* worse"))
                .anyMatch(line -> line.matches("p50 +ms +1\\.998 +3\\.031 +\\+51\\.7 % .* worse"))
                .endsWith(
                        "page  " + page("a0000001", "b0000001"),
                        "Written: " + markdown,
                        "Written: " + csv,
                        "Written: " + json);
        assertThat(markdown).content().startsWith("### A and B compared\n").contains("| rate | messages/s | 1,000 |");
        assertThat(csv).content().hasLineCount(3).contains(",worse,3,0,exact,exact,,,\r\n");
        assertThat(json).content().contains("\"run\" : \"20261121-000000-copy-b0000003\"", "\"verdict\" : \"worse\"");
    }

    @Test
    void worseIsAFailureIfThatIsAskedFor(@TempDir Path own) {
        Path junit = own.resolve("c.xml");
        String worse =
                "compare --a a0000001,a0000002,a0000003 --b b0000001,b0000002,b0000003 --figures rate,p50 --paired";
        Ran ran = type(worse + " --fail-if worse --junit %s", junit).ended(Exit.THRESHOLD);

        assertThat(ran.errLines())
                .containsExactly("dyno compare: B against A: worse in rate (-10.1 %), p50 (+51.7 %).");
        assertThat(junit)
                .content()
                .contains(
                        "<testsuite name=\"dyno compare\" tests=\"2\" failures=\"2\" errors=\"0\"",
                        "<testcase classname=\"dyno.compare\" name=\"rate\"><failure message=\"worse: 1,000 and 899.7"
                                + " messages/s, -10.1 % (");
        type(worse + " --junit %s", junit).good();
        assertThat(junit).content().contains("failures=\"2\"");
    }

    @Test
    void betterIsNoFailureAndWhatCannotBeCalledIsNoPass(@TempDir Path own) {
        Path junit = own.resolve("c.xml");
        type(
                        "compare --a b0000001,b0000002,b0000003 --b a0000001,a0000002,a0000003 --figures rate,p50 --paired"
                                + " --fail-if worse --junit %s",
                        junit)
                .good();
        assertThat(junit).content().contains("tests=\"2\" failures=\"0\"", "<system-out>better: ");
        Ran none = type(
                        "compare --a a0000001,a0000002,a0000003 --b c0000001,c0000002,c0000003 --figures rate --fail-if worse"
                                + " --junit %s",
                        junit)
                .ended(Exit.INVALID);
        assertThat(none.err())
                .hasLineCount(1)
                .startsWith("dyno compare: No call on B against A: the runs were made in 2 batches");
        assertThat(junit).content().contains("failures=\"0\" errors=\"0\" skipped=\"1\"");
    }

    @Test
    void figureThatWasAskedForByNameIsCalledOrIsNoPass() {
        String better =
                "compare --a b0000001,b0000002,b0000003 --b a0000001,a0000002,a0000003 --paired --fail-if worse ";

        assertThat(type(better + "--figures rate,broker-cpu-per-message")
                        .ended(Exit.INVALID)
                        .err())
                .hasLineCount(1)
                .startsWith("dyno compare: B against A: better in rate (+11.")
                .endsWith("; no call in broker-cpu-per-message (not measured in any run).\n");
        type(better).good();
        type("compare --a a0000001,a0000002,a0000003 --b b0000001,b0000002,b0000003 --paired --fail-if worse"
                        + " --figures rate,broker-cpu-per-message")
                .ended(Exit.THRESHOLD);
    }

    @Test
    void nothingToCompareIsNoMeasurement() {
        Ran ran = run("compare", "a0000001", "bad00001").ended(Exit.INVALID);

        assertThat(ran.outLines())
                .endsWith(
                        "Nothing can be compared: no run of B can be used.",
                        "",
                        "WARNING: left out of B: bad00001, INVALID: messages-lost.");
        run("compare", "a0000001", "bad00001", "--with-invalid").ended(Exit.GOOD);
    }

    private Path page(String a, String b) {
        return folder.resolve("runs/20261121-000000-copy-" + a).resolve("compared-with-" + b + ".html");
    }

    @Test
    void comparisonHasAPageWithItsResultAndChartsBesideTheFirstRun() {
        Ran ran =
                run("compare", "a0000002", "b0000002", "--figures", "rate,p99").good();

        Path page = page("a0000002", "b0000002");
        assertThat(ran.outLines()).endsWith("", "page  " + page);
        assertThat(page)
                .content()
                .contains(
                        "<h1>A and B compared</h1>",
                        "<td>-10.1 %</td>",
                        "<p class=\"muted\">" + page.getParent()
                                + ": intervals.jsonl is missing; what it held is left out.",
                        "<svg ")
                .doesNotContain("<script");
    }

    @Test
    void pageGoesWhereItIsAskedForAndLinksTheRunsFromThere(@TempDir Path own) throws IOException {
        Path page = own.resolve("both.html");
        Files.writeString(page("a0000003", "").resolveSibling("report.html"), "the page of a run");
        Ran ran = run("compare", "a0000003", "b0000003", "--html", page.toString());

        assertThat(ran.outLines()).endsWith("page  " + page);
        String html = Files.readString(page);
        String link = html.substring(html.indexOf("<a href=\"") + 9);
        assertThat(own.resolve(link.substring(0, link.indexOf('"'))))
                .isRegularFile()
                .hasFileName("report.html");
    }

    /** The page beside the run is written unasked, so a folder of somebody else costs nothing but the page. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void pageThatWasAskedForAndCannotBeWrittenIsAFailure() throws IOException {
        assertThat(run("compare", "a0000004", "b0000004", "--html", "/dev/full")
                        .ended(Exit.FAILED)
                        .errLines())
                .containsExactly(
                        "dyno compare: there is no page: /dev/full: cannot be written: No space left on device."
                                + " Make room or choose another place.");
        Files.createDirectories(page("a0000004", "b0000004").resolve("in-the-way"));
        assertThat(run("compare", "a0000004", "b0000004").ended(Exit.GOOD).err())
                .contains("there is no page: ");
    }

    @Test
    void runThatIsNamedTwiceWouldCountTwice() {
        Ran ran = run("compare", "--a", "a0000001,a0000001", "--b", "b0000001").ended(Exit.FAILED);

        assertThat(ran.errLines())
                .containsExactly(
                        "dyno compare: a0000001: is named twice in A, which would make the same measurement count"
                                + " twice. Leave one out.");
    }

    @Test
    void gateNamesWhatWasMissedByHowMuchAndWhatWasAllowed(@TempDir Path own) {
        Path junit = own.resolve("gate.xml");
        Path markdown = own.resolve("gate.md");
        Ran ran = type(
                        "gate a0000001 b0000001 --max-regression p99=10% --max-regression rate=20% --junit %s "
                                + "--markdown %s",
                        junit, markdown)
                .ended(Exit.THRESHOLD);

        assertThat(ran.errLines())
                .containsExactly(
                        "dyno gate: p99 rose by 50.0 %, from 2.000 to 3.000 ms; at most 10 % more is allowed.");
        assertThat(ran.outLines())
                .contains(
                        "figure  unit        baseline  run    change   interval  allowed",
                        "rate    messages/s  1,000     900.0  -10.0 %  unknown   -20 %    passed",
                        "p99     ms          2.000     3.000  +50.0 %  unknown   +10 %    missed",
                        "Power unknown: fewer than three runs of a side do not show how much two runs of the same"
                                + " setup differ.",
                        "GATE: MISSED");
        assertThat(junit)
                .content()
                .contains("<testsuite name=\"dyno gate\" tests=\"3\" failures=\"1\" errors=\"0\"")
                .containsPattern("name=\"runs are valid\" time=\"\\d+\\.\\d{3}\"");
        assertThat(markdown).content().startsWith("### Gate: MISSED\n");
    }

    @Test
    void gateOfLimitsNeedsNoBaseline() {
        assertThat(run("gate", "b0000001", "--fail-if", "p99(end-to-end) > 4ms")
                        .good()
                        .outLines())
                .startsWith("run  client on none, 1 run: b0000001")
                .endsWith("", "GATE: PASSED");
        assertThat(run("gate", "b0000001,b0000002", "--fail-if", "p99 > 3100us,rate < 1/s")
                        .ended(Exit.THRESHOLD)
                        .errLines())
                .containsExactly("dyno gate: p99 > 3100us: p99 was 3.200 ms in b0000002.");
        assertThat(run("gate", "b0000001", "--fail-if", "p99.9 > 3100us")
                        .ended(Exit.INVALID)
                        .err())
                .contains("Undecided: 1 message lies beyond it, fewer than 10.");
        assertThat(run("gate", "a0000001", "b0000001", "--max-regression", "rate=20%", "--fail-if", "p99 > 1ms")
                        .ended(Exit.THRESHOLD)
                        .outLines())
                .contains("p99 > 1ms  ms          -         3.000  -        -         must not hold  missed");
    }

    @Test
    void variablesForLoadsAreNotForComparisonsOrReports(@TempDir Path own) {
        Path file = own.resolve("of-a-load");
        Dyno withVariables = new Dyno(own)
                .with("DYNO_FAIL_IF", "rate < 450/s")
                .with("DYNO_JSON", file.toString())
                .with("DYNO_CSV", file.toString());
        withVariables
                .type("compare --runs %s a0000001 b0000001", folder.resolve("runs"))
                .ended(Exit.GOOD);
        withVariables.type("report --runs %s a0000001", folder.resolve("runs")).ended(Exit.GOOD);
        assertThat(file).doesNotExist();
    }

    /** Only the histograms of a run have it. */
    @Test
    void gateReadsAPercentileThatIsNotStored() throws IOException {
        String original = Listing.of(folder.resolve("runs")).stream()
                .map(run -> String.valueOf(run.getFileName()))
                .filter(name -> !name.contains("-copy-"))
                .findFirst()
                .orElseThrow();
        assertThat(run("gate", original, "--fail-if", "p97.5(end-to-end) > 1h").out())
                .containsPattern("p97\\.5\\(end-to-end\\) > 1h +ms +~?[0-9.]+ +must not hold +passed");
    }

    @Test
    void gateLetsNoInvalidRunThrough() {
        String gate = "gate a0000001 %s --max-regression p99=1000%";
        Ran invalid = type(gate, "bad00001").ended(Exit.INVALID);
        assertThat(invalid.errLines())
                .containsExactly("dyno gate: run bad00001 is INVALID: messages-lost. Its numbers cannot pass or miss"
                        + " anything; run it again.");
        assertThat(invalid.outLines()).anyMatch(line -> line.endsWith("  not judged"));
        assertThat(type(gate, "bad00002").ended(Exit.FAILED).err()).contains("run bad00002 failed: the broker died.");
    }

    @Test
    void gateJudgesNoOtherDriverAndNoOtherMachineUnlessTheyAreAllowed() {
        String gate = "gate a0000001 %s --max-regression rate=5%";
        assertThat(type(gate, "d0000001").ended(Exit.INVALID).errLines())
                .containsExactly(
                        "dyno gate: baseline and run are of another broker, another machine, or acknowledgements of"
                                + " another meaning: they differ in driver (null and sim). Take a baseline that was made the same"
                                + " way, or say --allow-difference 'driver'.");
        assertThat(type(gate, "e0000001").ended(Exit.INVALID).err())
                .hasLineCount(1)
                .contains("they differ in machine (", ", 999). Take a baseline", "say --allow-difference 'machine'.");
        type(gate + " --allow-difference driver", "d0000001").ended(Exit.GOOD);
        type(gate + " --allow-difference machine", "e0000001").ended(Exit.GOOD);
        type(gate + " --allow-difference driver", "e0000001").ended(Exit.INVALID);
    }

    /** Each is judged by itself. */
    @Test
    void gateWithoutABaselineJudgesRunsThatDiffer() {
        Ran ran = type("gate a0000001,d0000001,e0000001 --fail-if 'rate < 1/s'").ended(Exit.GOOD);

        assertThat(ran.out()).doesNotContain("differ");
    }

    @Test
    void allowedDifferenceThatRefusesNoRunIsNoted() {
        assertThat(type("gate a0000001 a0000002 --max-regression rate=5% --allow-difference drivr,machine")
                        .ended(Exit.GOOD)
                        .outLines())
                .contains(
                        "NOTE: --allow-difference: drivr; no run here is refused for it. Must be one of acknowledged by,"
                                + " broker, driver, machine.");
    }

    @Test
    void gateThatMustBeSureLooksAtTheInterval() {
        String baseline = "gate a0000001,a0000002,a0000003,a0000004 --max-regression p99=45% ";
        String inTurns = baseline + "b0000001,b0000002,b0000003,b0000004";
        assertThat(type(inTurns).ended(Exit.THRESHOLD).outLines())
                .anyMatch(line -> line.matches("p99: 4 against 4 runs would miss a 90 % rise in .* of 100\\."));
        type(inTurns + " --sure").ended(Exit.GOOD);
        assertThat(type(baseline + "c0000001,c0000002,c0000003 --sure")
                        .ended(Exit.INVALID)
                        .err())
                .contains("nothing is sure here, the runs were made in 2 batches");
        type(baseline + "c0000001,c0000002 --sure").ended(Exit.USAGE);
    }
}
