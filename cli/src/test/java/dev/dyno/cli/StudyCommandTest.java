package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dyno study} on the brokers that live in this JVM. */
class StudyCommandTest extends WithStudies {

    private static final String STUDY = """
            title: Two brokers by messages
            repeats: 2
            cool-down: 0s
            order: written
            workloads:
              count:
                producers: { to: queue://q, messages: 10 }
                consumers: { from: queue://q }
            axes:
              broker: { values: [sim, "null"] }
              messages: { set: workload.producers.messages, values: [100, 1000] }
            charts:
              - { kind: lines, title: Throughput, x: messages, y: throughput, series: broker }
              - { kind: time, title: Sent, y: sent-rate, series: broker }
              - { kind: bars, title: Bars, x: messages, y: throughput, series: broker }
              - { kind: points, title: Points, x: sent, y: throughput, series: broker }
              - { kind: percentiles, title: Spectrum, y: [transfer, warmup-transfer], series: broker, each: messages }
            table: [sent, received, lost]
            quick:
              repeats: 1
              axes: { messages: [50] }
            """;

    @BeforeEach
    void prepareFiles() throws IOException {
        Files.createDirectories(folder.resolve("home").resolve("studies"));
        Files.writeString(folder.resolve("home").resolve("studies").resolve("count.yaml"), STUDY);
    }

    private static List<String> names(Path folder) throws IOException {
        return Listing.of(folder).stream()
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    private static List<String> table(Ran ran) {
        List<String> lines = ran.outLines();
        int head = lines.lastIndexOf("");
        int begin = lines.subList(0, head).lastIndexOf("");
        return lines.subList(begin + 1, head);
    }

    @Test
    void aStudyEndsWithItsTableItsChartsAndItsPage() throws IOException {
        Ran ran = run("count").good();
        assertThat(table(ran))
                .hasSize(5)
                .element(0)
                .asString()
                .matches("broker +messages +sent +received +lost +outcome");
        assertThat(table(ran).get(1)).matches("sim +100 +100 +100 +0 .*");
        assertThat(ran.outLines()).anyMatch(line -> line.startsWith("[8/8] broker=null messages=1000 round 2  done"));
        assertThat(ran.outLines()).anyMatch(line -> line.matches("1 left, about \\d+ s"));
        Path study = only();
        assertThat(String.join(" ", names(study)))
                .isEqualTo(
                        "begin.json charts progress.jsonl report.html runs study.json study.yaml table.csv table.md");
        assertThat(String.join(" ", names(study.resolve("charts"))))
                .isEqualTo(
                        "bars.svg points.svg sent.svg spectrum-messages-100.svg spectrum-messages-1000.svg throughput.svg");
        assertThat(study.resolve("charts/points.svg")).content().contains(">null</text>", ">messages sent</text>");
        assertThat(study.resolve("charts/spectrum-messages-100.svg"))
                .content()
                .contains(">sim, transfer</text>", ">p99</text>", "of all rounds together")
                .doesNotContain("warm-up");
        assertThat(study.resolve("runs").toFile().list()).hasSize(8);
        String page = Files.readString(study.resolve("report.html"));
        assertThat(page).contains("<h1>Two brokers by messages</h1>", "8 of 8 trials");
        String link = page.substring(page.indexOf("href=\"runs/") + 6);
        assertThat(study.resolve(link.substring(0, link.indexOf('"')))).isRegularFile();
    }

    /** A wait of 1 ms ends before the machine can be found quiet. */
    @Test
    void eachLoadOfAStudyWaitsForAQuietMachine() throws IOException {
        Ran ran = run(file("phases.yaml", PHASES.replace("repeats: 3", "repeats: 1")), "--wait-for-quiet", "1ms")
                .good();
        assertThat(ran.outLines().stream().filter(line -> line.equals("waiting for a quiet machine, at most 1ms …")))
                .hasSize(4);
        assertThat(ran.out()).contains("NOTE: the machine did not become quiet within 1ms: ");
    }

    private static final String PHASES = """
            title: Phases
            repeats: 3
            cool-down: 0s
            setup: { broker: sim }
            workloads:
              send:
                producers: { to: queue://q, messages: 500, max-pending: 10 }
              both:
                producers: { to: queue://q, messages: 100, max-pending: 10 }
                consumers: { from: queue://q }
            steps: { send: {}, both: {} }
            axes:
              speed:
                settings:
                  slow: { step=send: { workload.producers.messages: 300 } }
                  fast: {}
            table: [sent, received, held-max]
            pivots: { title: Sent and received, rows: speed, columns: step, cells: [sent, received] }
            """;

    @Test
    void aPivotShowsTheStepsOfACellSideBySide() throws IOException {
        Ran ran = run(file("phases.yaml", PHASES)).good();
        assertThat(ran.outLines())
                .containsSequence(
                        "Sent and received",
                        "speed  send     both",
                        "slow   300 / 0  100 / 100",
                        "fast   500 / 0  100 / 100");
        assertThat(Files.readString(only().resolve("report.html"))).contains("<h2>Sent and received</h2>");
        assertThat(Files.readString(only().resolve("table.md"))).contains("### Sent and received");
        run(file("phases.yaml", PHASES), "--axis", "speed=1")
                .refused("has settings by name, and so no other values; choose among them by --only.");
    }

    /** It has none of the settings of the brokers that the study would start. The broker delivers three of 100 messages twice. */
    @Test
    void aStudyRunsOnABrokerThatIsRunning() throws IOException {
        String file = file("own.yaml", """
                cool-down: 0s
                setup: { broker: artemis, driver: amqp, heap: 1g, set.journal-type: NIO }
                workloads:
                  count:
                    producers: { to: queue://q, messages: 10 }
                    consumers: { from: queue://q }
                axes: { messages: { set: workload.producers.messages, values: [100] } }
                table: [sent, duplicate]
                """);
        Ran ran = run(file, "--url", "sim://own", "--setup", "driver=sim", "--setup", "driver.duplicate=every 30")
                .good();
        assertThat(table(ran)).hasSize(2).element(1).asString().matches("100 +100 +3 .*");
        assertThat(only().resolve("report.html"))
                .content()
                .contains("With other settings in all cells: url=sim://own, driver=sim, driver.duplicate=every 30.");
    }

    @Test
    void theFolderOfABrokerIsThatOfAllCells() throws IOException {
        Path lib = Files.createDirectories(folder.resolve("apache-artemis").resolve("lib"));
        Files.createFile(lib.resolve("other-1.jar"));
        Ran ran = run("count", "--broker", "artemis:" + lib.getParent()).ended(Exit.USAGE);
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno study: broker artemis: in " + lib + " is no artemis-server-VERSION.jar."
                                + " Name the folder of an unpacked distribution, or of its jars.",
                        "dyno study --help lists the options.");
        assertThat(studies).doesNotExist();
    }

    @Test
    void studiesAreComparedCellByCellOrByOneCellOfEach() throws IOException {
        String file = file("phases.yaml", PHASES);
        run(file);
        String first = only().toString();
        run(file, "--only", "speed=slow");
        String second = Listing.of(studies).stream()
                .map(Path::toString)
                .filter(path -> !path.equals(first))
                .findFirst()
                .orElseThrow();
        Ran cells = dyno.run("compare", first, second, "--figures", "rate", "--with-invalid")
                .good();
        assertThat(cells.outLines())
                .contains("page  "
                        + Path.of(first, "compared-with-" + Path.of(second).getFileName() + ".html"))
                .contains("== speed=slow step=send", "== speed=slow step=both")
                .contains("Only in A, so not compared: speed=fast step=send; speed=fast step=both.")
                .contains("The confidence is that of all 2 cells together.")
                .anyMatch(line -> line.startsWith("A  phases speed=slow step=send, 3 runs: "));

        String slow = first + ":speed=slow,step=send";
        Path json = folder.resolve("c.json");
        Ran one = dyno.type(
                "compare --a %s --b %s --paired --with-invalid --figures rate,response-share-1ns-10s --json %s",
                slow, first + ":speed=fast,step=send", json);
        assertThat(one.err()).isEmpty();
        assertThat(one.outLines())
                .anyMatch(line -> line.startsWith("A  phases speed=slow step=send, 3 runs: "))
                .anyMatch(line -> line.startsWith("B  phases speed=fast step=send, 3 runs: "));
        assertThat(json).content().contains("\"paired\" : true", "\"response-share-1ns-10s\" : 100.0");

        assertThat(dyno.run("compare", slow, second, "--with-invalid").outLines())
                .anyMatch(line -> line.startsWith("B  phases speed=slow step=send, 3 runs: "));
        assertThat(dyno.run("compare", first + ":speed=slow", second).err())
                .startsWith("dyno compare: " + first
                        + ": has 2 cells with speed=slow; must be one of speed=slow step=send; speed=slow step=both.");
        dyno.run("compare", first + ":slow", second)
                .refused("dyno compare: " + first
                        + ":slow: slow; must be AXIS=VALUE of the study, several with commas between them.");
        assertThat(dyno.run("compare", slow, slow).err()).contains("A and B are the same cell");
        dyno.run("compare", first, second, "--json", json.toString())
                .refused(
                        "dyno compare: --markdown, --csv, --junit and --json: are of one comparison; name a cell, like ");
    }

    @Test
    void theQuickSizeIsRunOnWish() {
        Ran ran = run("count", "--quick").ended(Exit.GOOD);
        assertThat(table(ran)).hasSize(3);
        assertThat(ran.outLines().get(0)).startsWith("Study count, quick size: 2 trials, about 2 s, in ");
    }

    @Test
    void aLimitLeavesTheRestOut() throws IOException {
        Ran ran = run("count", "--only", "broker=sim", "--only", "messages=100").ended(Exit.GOOD);
        assertThat(table(ran)).hasSize(2);
        assertThat(only().resolve("charts/bars.svg"))
                .content()
                .contains(">100</text>")
                .doesNotContain(">1000</text>", ">null</text>");
        assertThat(only().resolve("report.html"))
                .content()
                .contains("Limited to broker: sim; messages: 100.")
                .containsPattern("begun [0-9]{1,2} [A-Z][a-z]+ 20[0-9]{2}, [0-9]{2}:[0-9]{2} UTC");
    }

    @Test
    void whatWasStoppedContinuesWhereItWas() throws IOException {
        run("count");
        Path progress = only().resolve("progress.jsonl");
        List<String> lines = Files.readAllLines(progress);
        Files.write(progress, lines.subList(0, 5));
        // As in the packed runs of a published study.
        for (Path run : Listing.of(only().resolve("runs"))) {
            Files.delete(run.resolve("latency.hdr"));
        }
        dyno.run("study", "report", only().toString()).ended(Exit.GOOD);
        assertThat(Files.readString(only().resolve("report.html"))).contains("5 of 8 trials", "not finished");
        // Left of round 2 are sim with 1,000 messages, and null with 100 and with 1,000.
        Ran some = run("count", "--resume", "--only", "broker=null").good();
        assertThat(some.outLines().get(0)).startsWith("Study count: 2 left of 8 trials, about 2 s, in ");
        assertThat(Files.readString(only().resolve("report.html"))).contains("7 of 8 trials", "not finished");
        Ran ran = run("count", "--resume").good();
        assertThat(ran.outLines().get(0)).startsWith("Study count: 1 left of 8 trials, about 1 s, in ");
        assertThat(ran.outLines()).anyMatch(line -> line.startsWith("[8/8] broker=sim messages=1000 round 2  done"));
        assertThat(Files.readAllLines(progress))
                .hasSize(8)
                .startsWith(lines.subList(0, 5).toArray(String[]::new));
        run("count", "--resume")
                .refused(
                        "dyno study: --resume: in " + studies
                                + " no study count of the full size was stopped; leave it out, or name another place by --studies.");
    }

    /** Both would make the same trials. */
    @Test
    void aStudyInProgressIsNotContinuedByAnotherProcess() throws IOException {
        run("count", "--only", "messages=100");
        Files.writeString(only().resolve("progress.jsonl"), "");
        try (FileChannel begun = FileChannel.open(only().resolve("begin.json"), StandardOpenOption.WRITE)) {
            assertThat(begun.tryLock()).isNotNull();
            for (String study : List.of("count", only().toString())) {
                assertThat(run(study, "--resume").ended(Exit.FAILED).err())
                        .startsWith(
                                "dyno study: " + only() + ": this study is in progress. Wait for its end, or end it.");
            }
        }
        run("count", "--resume").good();
    }

    /** As a failure of the power leaves it. */
    @Test
    void aDamagedStudyDoesNotHinderAnother() throws IOException {
        run("count", "--only", "messages=100");
        Path progress = only().resolve("progress.jsonl");
        Files.writeString(progress, "");
        Path damaged = Files.createDirectories(studies.resolve("29991231-235959-other"));
        Files.createFile(damaged.resolve("begin.json"));
        run("count", "--resume").good();
        assertThat(Files.readAllLines(progress)).hasSize(4);
        run("count", "--resume")
                .refused(
                        "--resume: in " + studies + " no study count of the full size was stopped",
                        "dyno study: --resume: " + damaged.resolve("begin.json") + ": is damaged: ");
        assertThat(run(damaged.toString(), "--resume").ended(Exit.FAILED).err())
                .startsWith("dyno study: " + damaged.resolve("begin.json") + ": is damaged: ");
    }

    @Test
    void aRunThatFailsIsAResult() throws IOException {
        String file = file("fail.yaml", """
                cool-down: 0s
                workloads:
                  count:
                    producers: { to: queue://q, messages: 100 }
                    consumers: { from: queue://q }
                axes:
                  broker:
                    settings:
                      away: { broker: sim, set.fail: "every 1" }
                      here: { broker: sim }
                table: [received]
                """);
        Ran ran = run(file).ended(Exit.GOOD);
        assertThat(table(ran)).hasSize(3);
        assertThat(table(ran).get(1)).startsWith("away");
        assertThat(table(ran).get(2)).startsWith("here").contains("100");
        assertThat(Files.readString(only().resolve("report.html"))).contains("<tr class=\"bad\"><td>away</td>");
    }

    @Test
    void withoutANameTheStudiesAreListed() {
        assertThat(dyno.run("study").outLines())
                .containsExactly(
                        "study  full size      quick size     title",
                        "count  8 trials, 8 s  2 trials, 2 s  Two brokers by messages");
        assertThat(dyno.run("study", "show", "count").good().out()).isEqualTo(STUDY);
        dyno.run("study", "show", "other")
                .refused("dyno study show: other: there is no such study; must be one of count, or a");
        assertThat(dyno.run("study", "list").out()).isEqualTo(dyno.run("study").out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nothing                       | nothing: there is no such study; must be one of count, or a study file, which ends with .yaml.
                    no-such.yaml                  | no-such.yaml: there is no such file.
                    count --only size=1           | --only: size=1; must be AXIS=VALUE with one of the axes broker, messages.
                    count --only broker           | --only: broker; must be AXIS=VALUE with one of the axes broker, messages.
                    count --only broker=kafka     | --only: broker=kafka; the value must be one of sim, null, or all.
                    """)
    void badInputIsRefusedWithASentence(String words, String sentence) {
        run(words.split(" ", -1)).refused("dyno study: " + sentence);
        assertThat(studies).doesNotExist();
    }

    @Test
    void whatIsWrongInACellIsReportedBeforeAnythingStarts() throws IOException {
        String file = file("bad.yaml", """
                workloads: { w: { producers: { to: queue://q } } }
                axes:
                  broker: { values: [sim, nobody] }
                  measure: { set: workload.phases.measure, values: [1s, 2x] }
                """);
        Ran ran = run(file).ended(Exit.USAGE);
        assertThat(ran.errLines())
                .anyMatch(line -> line.startsWith("dyno study: workload.phases.measure=2x: measure: 2x; must be"))
                .anyMatch(line -> line.contains("nobody"))
                .hasSize(3);
        assertThat(studies).doesNotExist();
    }

    @Test
    void aMachineThatIsTooSmallIsOfferedTheQuickSize() throws IOException {
        String file = file("big.yaml", STUDY + "needs: { cores: 4000, disk: 1000000TiB }");
        Ran ran = run(file).ended(Exit.USAGE);
        assertThat(ran.errLines().get(0))
                .startsWith("dyno study: study big: its full size needs 1000000TiB of free disk space in " + studies)
                .contains(" of free disk space in " + studies + ", and there are ")
                .endsWith(" Run its quick size by --quick.");
        run(file, "--quick").ended(Exit.GOOD);
        file("big.yaml", STUDY + "needs: { cores: 4000 }");
        assertThat(run(file, "--only", "messages=100").good().out().replaceAll("\\s+", " "))
                .contains("NOTE: the study is made for 4000 processors, and there are "
                        + Runtime.getRuntime().availableProcessors()
                        + ": absolute figures are lower, and latencies higher.");
    }
}
