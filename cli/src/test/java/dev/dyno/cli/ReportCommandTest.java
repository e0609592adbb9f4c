package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.report.store.CapacityFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two runs on the null driver, rendered again. */
class ReportCommandTest {

    private static final FileTime LONG_AGO = FileTime.fromMillis(0);

    @TempDir
    private static Path folder = Path.of("");

    /** In the order in which they ran: their names only tell the second. */
    private static final List<Path> runs = new ArrayList<>();

    private final Dyno dyno;

    ReportCommandTest(@TempDir Path home) {
        dyno = new Dyno(home);
    }

    @BeforeAll
    static void runTwice() throws IOException {
        Dyno dyno = new Dyno(folder);
        for (String name : List.of("queue://A", "queue://B")) {
            String csv = folder.resolve(name.charAt(name.length() - 1) + ".csv").toString();
            Ran ran = dyno.type("client --broker null --duration 200ms --rate 100 --silent --csv %s %s", csv, name);
            assertThat(ran.err()).isEmpty();
            Listing.of(folder.resolve("runs")).stream()
                    .filter(run -> !runs.contains(run))
                    .forEach(runs::add);
        }
        assertThat(runs).hasSize(2);
    }

    @Test
    void everyRunLeavesItsPageBeside() {
        assertThat(runs).allSatisfy(run -> assertThat(run.resolve("report.html"))
                .content()
                .startsWith("<!doctype html>")
                .endsWith("</html>\n"));
    }

    @Test
    void newestRunIsTheDefault() throws IOException {
        for (Path run : runs) {
            Files.setLastModifiedTime(run.resolve("report.html"), LONG_AGO);
        }
        Ran ran = dyno.type("report --runs %s", folder.resolve("runs")).good();

        Path newest = runs.get(1).resolve("report.html");
        assertThat(ran.outLines()).containsExactly(newest.toString());
        assertThat(Files.getLastModifiedTime(newest)).isGreaterThan(LONG_AGO);
        assertThat(Files.getLastModifiedTime(runs.get(0).resolve("report.html")))
                .isEqualTo(LONG_AGO);
    }

    @Test
    void severalRunsAreOnePage() {
        Path page = folder.resolve("both.html");
        dyno.type("report %s %s --html %s", runs.get(0), runs.get(1).resolve("run.json"), page)
                .good();

        assertThat(page).content().containsPattern("<title>client [0-9a-f]{8}, client [0-9a-f]{8} ");
    }

    @Test
    void csvIsTheOneThatTheRunWrote() {
        Path csv = folder.resolve("again.csv");
        assertThat(dyno.type("report %s --csv %s", runs.get(0), csv).outLines()).containsExactly(csv.toString());
        assertThat(csv).hasSameTextualContentAs(folder.resolve("A.csv"));
        assertThat(folder.resolve("again-resources.csv"))
                .hasSameTextualContentAs(folder.resolve("A-resources.csv"))
                .content()
                .contains(",worker,cpu-cores,");
        assertThat(runs.get(0)).isDirectoryNotContaining("glob:**.csv");
    }

    @Test
    void figuresOfARunWithoutItsIntervalsAreCompared(@TempDir Path place) throws IOException {
        Path run = place.resolve(runs.get(0).getFileName());
        Dyno.copy(runs.get(0), run);
        Files.writeString(run.resolve("intervals.jsonl"), "");
        assertThat(dyno.run("report", run.toString()).ended(Exit.FAILED).err())
                .matches("dyno report: \\Q" + run
                        + "\\E: intervals\\.jsonl is damaged: it has 0 intervals where \\d+ are"
                        + " expected\\. It cannot be used\\.\n");
        dyno.run("compare", run.toString(), runs.get(1).toString()).good();
        assertThat(run.resolve("compared-with-" + Listing.idOf(runs.get(1)) + ".html"))
                .content()
                .contains("<td>rate</td>", "There are no charts: " + run + ": intervals.jsonl ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--csv", "--omb-json"})
    void fileForOneRunIsRefusedForSeveral(String option) {
        dyno.type("report %s %s " + option + " x", runs.get(0), runs.get(1))
                .refused("dyno report: " + option + ": 2 runs are given; must be one. Write a file for each of them.");
    }

    @Test
    void resultFileOfTheOpenMessagingBenchmarkIsAllThatIsWritten(@TempDir Path place) throws IOException {
        Path page = runs.get(0).resolve("report.html");
        Files.setLastModifiedTime(page, LONG_AGO);
        Path file = place.resolve("omb.json");

        Ran ran = dyno.type("report %s --omb-json %s", runs.get(0), file).good();
        assertThat(ran.outLines()).containsExactly(file.toString());
        assertThat(file).content().contains("\"workload\" : \"client\"", "\"driver\" : \"null\"");
        assertThat(Files.getLastModifiedTime(page)).isEqualTo(LONG_AGO);
    }

    @Test
    void pageOfSeveralRunsLeavesThatOfTheFirstAlone() throws IOException {
        Path page = runs.get(0).resolve("report.html");
        Files.setLastModifiedTime(page, LONG_AGO);
        Ran ran = dyno.run("report", runs.get(0).toString(), runs.get(1).toString());

        String id = Listing.idOf(runs.get(1));
        Path beside = page.resolveSibling("report-with-" + id + ".html");
        assertThat(ran.outLines()).containsExactly(beside.toString());
        assertThat(beside).content().contains("client " + id);
        assertThat(Files.getLastModifiedTime(page)).isEqualTo(LONG_AGO);
    }

    @Test
    void severalRunsAreOneTestSuite(@TempDir Path place) {
        Path file = place.resolve("junit.xml");
        Ran ran = dyno.type("report %s %s --junit %s", runs.get(0), runs.get(1), file)
                .good();
        assertThat(ran.outLines()).containsExactly(file.toString());
        assertThat(file).content().contains("<testsuite name=\"dyno\" tests=\"2\"", "classname=\"dyno.client\"");
    }

    @Test
    void runsAreATableForTheSummaryOfAJob() {
        Path file = folder.resolve("runs.md");
        Ran ran = dyno.type("report %s %s --markdown %s", runs.get(0), runs.get(1), file)
                .good();

        assertThat(ran.outLines()).containsExactly(file.toString());
        assertThat(file)
                .content()
                .startsWith("| run | sent/s |")
                .containsPattern("(?s)\\n\\| client [0-9a-f]{8} \\| .*\\n\\| client [0-9a-f]{8} \\| ");
    }

    @Test
    void chartsAreFilesAndNoPageIsWritten(@TempDir Path charts) throws IOException {
        Path page = runs.get(0).resolve("report.html");
        Files.setLastModifiedTime(page, LONG_AGO);
        Path svg = charts.resolve("a/svg");
        Path png = charts.resolve("a/png");
        Ran ran =
                dyno.type("report %s --svg %s --png %s", runs.get(0), svg, png).good();

        assertThat(ran.outLines())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(Listing.of(svg).stream(), Listing.of(png).stream())
                        .map(Path::toString)
                        .toList());
        assertThat(svg.resolve("rate.svg"))
                .content()
                .startsWith("<svg xmlns=")
                .contains("<title>Rate</title>")
                .endsWith("</svg>\n");
        BufferedImage picture = ImageIO.read(png.resolve("rate.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(1920);
        assertThat(picture.getHeight()).isEqualTo(760);
        assertThat(Files.getLastModifiedTime(page)).isEqualTo(LONG_AGO);
    }

    /** A line from 100/s to 200/s, in the first colour. */
    @Test
    void theCurveOfASearchIsAPicture(@TempDir Path place) throws IOException {
        Path run = place.resolve(runs.get(0).getFileName());
        Dyno.copy(runs.get(0), run);
        List<CapacityStep> steps = Stream.of(100, 200)
                .map(rate -> new CapacityStep(
                        CapacityStep.Purpose.HOLD,
                        rate,
                        0,
                        0,
                        1_000_000_000,
                        CapacityStep.Decision.MET,
                        "",
                        rate,
                        0,
                        OptionalDouble.empty(),
                        List.of()))
                .toList();
        OptionalDouble low = OptionalDouble.of(190);
        OptionalDouble high = OptionalDouble.of(220);
        Capacity found = new Capacity(List.of(), low, high, OptionalDouble.of(205), 0.95, 0.03, steps, List.of());
        new CapacityFile(found, Optional.empty()).write(run);
        Path png = place.resolve("png");
        Ran ran = dyno.type("report %s --png %s", run, png).good();

        Path curve = png.resolve("capacity-rate.png");
        assertThat(ran.outLines()).contains(curve.toString());
        BufferedImage picture = ImageIO.read(curve.toFile());
        int[] colours = picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
        assertThat(IntStream.of(colours)
                        .filter(rgb -> (rgb & 0xffffff) == 0x0072b2)
                        .count())
                .isGreaterThan(200);
    }

    @Test
    void chartsOfSeveralRunsAreDrawnOverEachOther(@TempDir Path svg) throws IOException {
        dyno.type("report %s %s --svg %s", runs.get(0), runs.get(1), svg).good();
        // Both have the same name, so that the legend has their ids.
        assertThat(Files.readString(svg.resolve("rate-sent.svg")))
                .containsPattern("(?s)>client [0-9a-f]{8}</text>.*>client [0-9a-f]{8}</text>");
    }

    @Test
    void placeWithoutRunsIsOneSentence() {
        Path empty = folder.resolve("empty");
        Ran ran = dyno.run("report", "--runs", empty.toString()).ended(Exit.FAILED);

        assertThat(ran.errLines())
                .containsExactly(
                        "dyno report: " + empty + ": has no run that has ended. Name the folder of a stored run.");
    }
}
