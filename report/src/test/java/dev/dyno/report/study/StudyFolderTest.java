package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StudyFolderTest {

    private static final Instant BEGUN = Instant.parse("2026-11-21T16:00:00Z");

    private static final String FILE = """
            name: grid
            title: Two knobs & more
            repeats: 2
            workloads: { w: { producers: { to: queue://q } } }
            axes:
              size: { set: workload.seed, values: [1, 10, 100] }
              broker: { settings: { one: { broker: artemis }, two: { broker: kafka } } }
            charts:
              - { kind: lines, title: Rate, x: size, y: sent-rate, series: broker }
              - { kind: bars, title: Rate, x: broker, y: [sent-rate, received-rate], each: size }
              - { kind: heat, title: Grid, x: size, rows: broker, y: send-ack-p99 }
            table: [sent-rate, send-ack-p99]
            """;

    private final Path studies;

    StudyFolderTest(@TempDir Path studies) {
        this.studies = studies;
    }

    private StudyFolder create() throws IOException {
        return create(FILE);
    }

    private StudyFolder create(String file) throws IOException {
        return StudyFolder.create(studies, BEGUN, StudyFile.of("s.yaml", file, false), false, Map.of());
    }

    private static Trial trial(StudyPlan.Planned planned, double rate) {
        return trial(planned, "VALID", Map.of("sent-rate", rate, "send-ack-p99", rate * 1000));
    }

    /** A good one of one step, with what it measured. */
    static Trial trial(StudyPlan.Planned planned, String verdict, Map<String, Double> measures, Finding... reasons) {
        return new Trial(
                planned.cell().values(),
                planned.round(),
                10,
                List.of(new Trial.StepResult(
                        "w", Optional.empty(), true, Trial.StepResult.OK, verdict, List.of(reasons), measures)));
    }

    static Trial failed(StudyPlan.Planned planned, String cause) {
        return new Trial(planned.cell().values(), planned.round(), 10, List.of(Trial.StepResult.failed("w", cause)));
    }

    /** Rate: 100 times the size, and the round on top; broker two is twice as fast, and dies at size 100. */
    private static StudyFolder fill(StudyFolder folder) throws IOException {
        for (StudyPlan.Planned planned : folder.planned()) {
            Map<String, String> values = planned.cell().values();
            boolean two = "two".equals(values.get("broker"));
            double rate = 100.0 * Integer.parseInt(String.valueOf(values.get("size"))) + planned.round();
            folder.add(
                    two && "100".equals(values.get("size"))
                            ? failed(planned, "broker out of memory")
                            : trial(planned, two ? 2 * rate : rate));
        }
        return folder;
    }

    @Test
    void whatIsFinishedIsThereAfterAStop() throws IOException {
        StudyFolder folder = create();
        Trial first = trial(folder.planned().get(0), 5);
        folder.add(first);
        StudyFolder again = StudyFolder.open(folder.path());
        assertThat(again.trials()).containsExactly(first);
        assertThat(again.left()).hasSize(11);
        assertThat(again.left().get(0).cell()).isEqualTo(folder.planned().get(1).cell());
    }

    @Test
    void whatAKillHasCutOffIsRunAgain() throws IOException {
        StudyFolder folder = create();
        Trial first = trial(folder.planned().get(0), 5);
        Trial second = trial(folder.planned().get(1), 6);
        folder.add(first);
        Files.writeString(folder.path().resolve(StudyFolder.PROGRESS), "{\"cell\":{\"si", StandardOpenOption.APPEND);
        StudyFolder again = StudyFolder.open(folder.path());
        assertThat(again.trials()).containsExactly(first);
        again.add(second);
        assertThat(StudyFolder.open(folder.path()).trials()).containsExactly(first, second);
    }

    @Test
    void theNewestThatIsNotFinishedIsFoundByNameAndSize() throws IOException {
        StudyFolder older = create();
        StudyFolder newer = create();
        assertThat(newer.path().getFileName()).hasToString("20261121-160000-grid-2");
        assertThat(newestLeft("grid", false)).contains(newer.path());
        fill(newer);
        assertThat(newestLeft("grid", false)).contains(older.path());
        assertThat(newestLeft("grid", true)).isEmpty();
        assertThat(newestLeft("other", false)).isEmpty();
    }

    private Optional<Path> newestLeft(String name, boolean quick) throws IOException {
        return StudyFolder.findNewest(
                        studies, name, quick, folder -> !folder.left().isEmpty(), sentence -> {})
                .map(StudyFolder::path);
    }

    @Test
    void aLimitIsRemembered() throws IOException {
        StudyFolder folder = StudyFolder.create(
                studies, BEGUN, StudyFile.of("grid.yaml", FILE, false), false, Map.of("size", Set.of("10")));
        assertThat(StudyFolder.open(folder.path()).planned()).hasSize(4);
    }

    /** Its definition may have a password, which a continued study needs. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyItsOwnerEntersIt() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(create().path())))
                .isEqualTo("rwx------");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void oneWithALinkIsRefused() throws IOException {
        Path folder = create().path();
        Path link = Files.createSymbolicLink(folder.resolve("report.html.tmp"), studies.resolve("other"));
        assertThatThrownBy(() -> StudyFolder.open(folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(link + ": is a link; ");
    }

    @Test
    void whatIsNoStudyIsRefusedWithASentence() throws IOException {
        assertThatThrownBy(() -> StudyFolder.open(studies))
                .isInstanceOf(IOException.class)
                .hasMessage(studies + ": this is not the folder of a study, it has no begin.json. Name one.");
        StudyFolder folder = create();
        Files.write(folder.path().resolve(StudyFolder.PROGRESS), List.of("{\"cell\":{}}"));
        assertThatThrownBy(() -> StudyFolder.open(folder.path()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.path().resolve("progress.jsonl") + ": is damaged: ")
                .hasMessageEndingWith(". It cannot be used.");
    }

    @Test
    void theTableHasTheMedianOfTheRoundsAndFailuresAsResults() throws IOException {
        StudyTable table = StudyOutput.write(fill(create()));
        assertThat(table.markdown()).isEqualTo("""
                | size | broker | sent-rate | send-ack-p99 | outcome |
                | --- | --- | ---: | ---: | --- |
                | 1 | one | 102 (101 – 102) | 102 µs (101 µs – 102 µs) | VALID |
                | 1 | two | 203 (202 – 204) | 203 µs (202 µs – 204 µs) | VALID |
                | 10 | one | 1,002 (1,001 – 1,002) | 1 ms | VALID |
                | 10 | two | 2,003 (2,002 – 2,004) | 2 ms | VALID |
                | 100 | one | 10,002 (10,001 – 10,002) | 10 ms | VALID |
                | 100 | two | – | – | broker out of memory |
                """);
        assertThat(table.csv().lines().findFirst())
                .contains("size,broker,step,round,outcome,verdict,reach,run,sent-rate,send-ack-p99");
        assertThat(table.csv().lines()).hasSize(13).contains("100,two,w,1,broker out of memory,,,,,");
    }

    /** A mark of one round is enough, and has a column of its own. */
    @Test
    void markedFigureHasATildeInTheTableAndTheVerdictItsReach() throws IOException {
        StudyFolder folder = create();
        for (StudyPlan.Planned planned : folder.planned()) {
            folder.add(trial(planned, "VALID to p90", Map.of("send-ack-p99", 2e6, "send-ack-p99-is-own", 0.25)));
        }
        StudyTable table = StudyOutput.write(folder);
        assertThat(table.markdown()).contains("| 1 | one | – | ~2 ms | VALID to p90 |");
        assertThat(table.csv()).contains(",verdict,reach,run,send-ack-p99,send-ack-p99-is-own\r\n", ",ok,VALID,p90,");
    }

    @Test
    void everyChartIsAFileAndStandsInThePage() throws IOException {
        StudyFolder folder = fill(create());
        String page = StudyPageTest.page(folder);
        assertThat(folder.path().resolve(StudyOutput.CHARTS).toFile().list())
                .containsExactlyInAnyOrder(
                        "rate.svg", "rate-size-1.svg", "rate-size-10.svg", "rate-size-100.svg", "grid.svg");
        assertThat(page)
                .contains("<h1>Two knobs &amp; more</h1>", "12 of 12 trials", "prefers-color-scheme: dark")
                .contains("<li>Broker out of memory. <span class=\"muted\">2 runs: size=100 broker=two</span></li>")
                .doesNotContain("<script", "not finished");
        assertThat(page.split("<svg ", -1)).hasSize(6);
        String lines = Files.readString(folder.path().resolve("charts/rate.svg"));
        assertThat(lines).contains(">one</text>", ">two</text>", ">colours: broker; median of 2 rounds, with the");
        // The line of three points, and an upright one over each size with the ends of its rounds.
        assertThat(lines).containsPattern("d=\"M[^M]+L[^M]+L[^M]+\"").containsPattern("d=\"(M[^ML]+L[^ML]+){3}\"");
        assertThat(Files.readString(folder.path().resolve("charts/rate-size-1.svg")))
                .as("on the scale of the others")
                .contains(">10,000</text>")
                .as("named below")
                .contains(">broker</text>");
    }

    private static final String SECONDS = """
            name: seconds
            repeats: 1
            workloads: { w: { producers: { to: queue://q } } }
            axes: { size: { set: workload.seed, values: [1] } }
            charts:
              - { kind: time, title: Rate, y: [sent-rate, received-rate] }
              - { kind: time, title: Latency, y: [response-p99, response-mean] }
              - { kind: time, title: Group, y: web/response-p99 }
              - { kind: percentiles, title: Spectrum, y: [response, transfer] }
            table: [sent-rate]
            """;

    /** Published runs have no histograms of their seconds. */
    @Test
    void linesOverTimeAndSpectraAreDrawnWithoutTheLogOfHistograms() throws IOException {
        StudyFolder folder = create(SECONDS);
        RunResult result = Samples.withGroups();
        Path run = RunFolder.create(folder.runs(), result.started(), result.name(), result.runId());
        try (Reporter reporter = RunFolder.reporter(run)) {
            for (Interval interval : Samples.intervals()) {
                reporter.onInterval(Samples.changed(interval, Map.of("groups", Map.of("web", interval))));
            }
            reporter.onResult(result);
        }
        Trial.StepResult step = new Trial.StepResult(
                "w",
                Optional.of(run.getFileName().toString()),
                true,
                Trial.StepResult.OK,
                "VALID",
                List.of(),
                Map.of());
        folder.add(new Trial(folder.planned().get(0).cell().values(), 1, 10, List.of(step)));

        String page = StudyPageTest.page(folder);
        assertThat(page.split("<svg ", -1)).hasSize(1 + 4);
        Files.delete(run.resolve("latency.hdr"));
        assertThat(StudyPageTest.page(folder)).isEqualTo(page);
    }

    private static final String BUFFERS = """
            name: buffers
            repeats: 2
            setup: { broker: andes, heap: 100m }
            workloads: { w: { producers: { to: queue://q } } }
            axes:
              size: { set: workload.producers.message.size, values: [1KiB, 10KiB] }
              limit: { set: set.flow-channel-high, values: [1000, 2000, 3000] }
            pivots: { title: By limit, rows: size, columns: limit, cells: [sent-rate, received-rate] }
            safe-buffer: { each: size, usable: 50%, limit: set.flow-channel-high }
            table: [sent-rate]
            """;

    /**
     * An empty broker of 10 MiB; a message of 1 KiB costs 2 KiB. Those of 10 KiB cost nothing, but the broker has run out of memory once
     * with 3,000 of them, and could not be reached once.
     */
    private StudyFolder fillBuffers() throws IOException {
        StudyFolder folder = create(BUFFERS);
        for (StudyPlan.Planned planned : folder.planned()) {
            Map<String, String> values = planned.cell().values();
            boolean small = "1KiB".equals(values.get("size"));
            double held = Double.parseDouble(String.valueOf(values.get("limit")));
            boolean fails = !small && "2000".equals(values.get("limit")) && planned.round() == 1;
            boolean dies = !small && "3000".equals(values.get("limit")) && planned.round() == 2;
            String outcome = dies ? Trial.StepResult.OUT_OF_MEMORY : fails ? "no connection" : Trial.StepResult.OK;
            double heap = 10.0 * (1 << 20) + (small ? 2048 * held : 0);
            Map<String, Double> measures = Map.of(
                    "sent-rate", held,
                    "held-max", held + 1,
                    "held-at-heap-live", held,
                    "broker-heap-live", heap);
            Trial.StepResult step =
                    new Trial.StepResult("w", Optional.empty(), !dies && !fails, outcome, "VALID", List.of(), measures);
            folder.add(new Trial(values, planned.round(), 1, List.of(step)));
        }
        return folder;
    }

    @Test
    void aPivotHasAnAxisAcrossAndASafeBufferIsReckonedFromWhatWasHeld() throws IOException {
        StudyFolder folder = fillBuffers();
        StudyTable table = StudyOutput.write(folder);
        assertThat(table.markdown())
                .contains("""
                        ### By limit

                        | size | 1000 | 2000 | 3000 |
                        | --- | ---: | ---: | ---: |
                        | 1KiB | 1,000 | 2,000 | 3,000 |
                        | 10KiB | 1,000 | 2,000 | 3,000 |

                        sent a second / received a second, medians
                        """)
                // (100 MiB * 50 % - 10 MiB) / 2 KiB
                .contains("| 1KiB | 100m | 6 | 3,000 | 10 MiB | 2 KiB ± 0 B | 20,480 (20,480 – 20,480) | never |")
                // Points (1000, 10) (1000, 10) (2000, 10) (3000, 10) (3000, 100 MiB): slope 90,000 / 4,000,000 MiB,
                // spread
                // sqrt(4455 / 3) MiB, and t(3) = 3.18245.
                .contains("| 10KiB | 100m | 5 | 3,000 | 0 B | 23 KiB ± 62.8 KiB"
                        + " | unknown: the heap did not clearly grow with the messages held | 1 run |");
        assertThat(table.lines()).contains("By limit", "Safe buffers");
        assertThat(Files.readString(folder.path().resolve(StudyOutput.REPORT)))
                .contains("<h2>By limit</h2>", "<h2>Safe buffers</h2>", "<td>20,480 (20,480 \u2013 20,480)</td>");
    }

    @Test
    void anUnfinishedStudyHasItsReport() throws IOException {
        StudyFolder folder = create();
        folder.add(trial(folder.planned().get(0), 5));
        assertThat(StudyPageTest.page(folder)).contains("1 of 12 trials", "This study is not finished.");
        assertThat(Files.readString(folder.path().resolve(StudyOutput.RESULT))).contains("\"planned\" : 12");
    }

    /** A trial of an added round does not stand for one that is planned. */
    @Test
    void aStudyWithoutOneOfItsTrialsIsNotFinishedByAnotherRound() throws IOException {
        StudyFolder folder = create();
        List<StudyPlan.Planned> planned = folder.planned();
        for (StudyPlan.Planned each : planned.subList(1, planned.size())) {
            folder.add(trial(each, 5));
        }
        folder.add(trial(new StudyPlan.Planned(planned.get(1).cell(), 3, false), 5));
        assertThat(StudyPageTest.page(folder.only(Map.of("size", Set.of()))))
                .contains("12 of 13 trials", "This study is not finished.");
    }
}
