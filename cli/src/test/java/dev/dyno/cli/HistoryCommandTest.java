package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three runs, listed, named and marked. */
class HistoryCommandTest extends WithDyno {

    private final List<Path> runs = new ArrayList<>();

    /** Oldest first. */
    @BeforeEach
    void runThrice() throws IOException {
        run("client --broker null --rate 200 --name 'slow null'");
        run("client --broker sim --rate 1000 --name sim");
        run("producer --broker null --rate 500 --name half");
        for (String name : List.of("slow-null", "sim", "half")) {
            runs.add(runs().stream()
                    .filter(run -> run.getFileName().toString().contains("-" + name + "-"))
                    .findFirst()
                    .orElseThrow());
        }
        assertThat(runs()).hasSize(3);
    }

    private void run(String line) {
        assertThat(dyno.type(line + " --duration 200ms --silent").err()).isEmpty();
    }

    @Test
    void theGuideHasTheColumnsOfTheList() throws IOException {
        String header = Files.readAllLines(Path.of("..", "docs", "guide", "history.md")).stream()
                .filter(line -> line.startsWith("time (UTC)"))
                .findFirst()
                .orElseThrow();
        assertThat(header.split(" {2,}", -1))
                .containsExactly(dyno.run("history").outLines().get(0).split(" {2,}", -1));
    }

    private List<String> names(String options) {
        return dyno.type("history --csv " + options).ended(Exit.GOOD).outLines().stream()
                .skip(1)
                .map(line -> line.split(",", -1)[3])
                .toList();
    }

    @Test
    void newestRunStandsFirst() {
        Ran ran = dyno.run("history").ended(Exit.GOOD);
        assertThat(ran.outLines()).hasSize(4);
        // On a busy machine Dyno itself may not have sent all that was due.
        boolean isMarked = dyno.run("history", "--csv").outLines().get(1).contains("load-rate=");
        assertThat(ran.outLines().get(1))
                .containsPattern(" " + Listing.idOf(runs.get(2)) + "  half +TEST, 500/s +[^ ]+ +null +"
                        + (isMarked ? "~" : "") + "[0-9]+  response ");
        assertThat(ran.outLines().get(3)).contains(Listing.idOf(runs.get(0)) + "  slow null", "  end-to-end ");
        assertThat(ran.errLines()).containsExactly("3 of 3 runs in " + place());
    }

    @Test
    void filtersLeaveOutAndOrderIsAsAsked() {
        assertThat(names("")).containsExactly("half", "sim", "slow null");
        assertThat(names("--sort load-rate")).containsExactly("sim", "half", "slow null");
        assertThat(names("--sort name --limit 2")).containsExactly("half", "sim");
        assertThat(names("--driver null")).containsExactly("half", "slow null");
        assertThat(names("--name S*")).containsExactly("sim", "slow null");
        assertThat(names("--name si?")).containsExactly("sim");
        assertThat(names("--name s")).isEmpty();
        assertThat(names("--since 1h")).hasSize(3);
        assertThat(names("--since 2999-01-01")).isEmpty();
        assertThat(names("--broker simulated")).containsExactly("sim");
    }

    @Test
    void aLowRateIsShownWithItsDigits() {
        assertThat(dyno.type("producer --broker null --rate 100/min --name few --duration 600ms --silent")
                        .err())
                .isEmpty();
        assertThat(dyno.run("history").outLines().get(1)).containsPattern("  few .* null +~?[1-9]\\.[0-9]+  response ");
    }

    @Test
    void aPatternMayHaveACharacterOfTwoUnits() {
        run("producer --broker null --rate 500 --name 'the \uD83D\uDE80 run'");
        assertThat(names("--name *\uD83D\uDE80*")).containsExactly("the \uD83D\uDE80 run");
        assertThat(names("--name 'the ? run'")).hasSize(1);
    }

    @Test
    void whatTheEnvironmentSaysOfALoadFiltersNothing() {
        dyno.with("DYNO_BROKER", "kafka").with("DYNO_NAME", "x").with("DYNO_JSON", "file");
        assertThat(names("")).hasSize(3);
    }

    @Test
    void markStandsBesideTheMeasuredFilesWhichStayAsTheyAre() throws IOException {
        Path run = runs.get(1);
        String before = Files.readString(run.resolve("run.json"));
        Ran ran = dyno.run("history", "mark", Listing.idOf(run), "invalid", "--comment", "the disk\nwas full")
                .good();
        assertThat(ran.outLines()).containsExactly(run.getFileName() + " is marked as invalid: the disk was full");
        assertThat(run.resolve("run.json")).hasContent(before);
        assertThat(run.resolve("marks.jsonl"))
                .content()
                .matches(
                        "\\{\"schemaVersion\":4,\"mark\":\"invalid\",\"comment\":\"the disk was full\",\"at\":\"[^\"]+Z\"}\n");

        assertThat(dyno.run("history").outLines().get(2)).endsWith("  INVALID  invalid: the disk was full");
        assertThat(names("--verdict invalid")).contains("sim");

        dyno.run("history", "mark", Listing.idOf(run), "valid");
        assertThat(run.resolve("marks.jsonl")).content().hasLineCount(2);
        assertThat(dyno.run("history").outLines().get(2)).endsWith("  valid").doesNotContain("disk");
    }

    @Test
    void pageOfARunThatIsMarkedInvalidSaysSoAtItsTop() throws IOException {
        Path page = place().resolveSibling("page.html");
        dyno.run("history", "mark", "last", "invalid", "--comment", "cold caches");
        dyno.run("report", "last", "--html", page.toString()).ended(Exit.GOOD);
        String json = Pages.dataOf(page);
        assertThat(json)
                .containsPattern(
                        "\"verdict\":\\{\"level\":\"INVALID\"},\"findings\":\\[\\{\"level\":\"INVALID\",\"code\":"
                                + "\"marked-invalid\",\"sentence\":\"marked as invalid at [^\"]+Z: cold caches\"}");
    }

    @Test
    void retiredRunsAreHiddenUnlessAsked() {
        dyno.run("history", "mark", Listing.idOf(runs.get(0)), "retired");
        Ran ran = dyno.run("history");
        assertThat(ran.outLines()).hasSize(3);
        assertThat(ran.errLines())
                .containsExactly("2 of 3 runs in " + place(), "1 is retired and not shown; --all shows it.");
        assertThat(names("--all")).containsExactly("half", "sim", "slow null");
    }

    @Test
    void damagedNewerAndUnfinishedRunsAreNamedAndSkipped() throws IOException {
        Path damaged = runs.get(0).resolve("run.json");
        Files.writeString(damaged, "{\"schemaVersion\":1,");
        Path newer = runs.get(1).resolve("run.json");
        Files.writeString(newer, Files.readString(newer).replace("\"schemaVersion\" : 4", "\"schemaVersion\" : 6"));
        Files.delete(runs.get(2).resolve("run.json"));
        Ran ran = dyno.run("history").ended(Exit.GOOD);

        assertThat(ran.out()).isEmpty();
        assertThat(ran.errLines()).hasSize(4);
        // Runs of one second stand in the order of their names.
        assertThat(ran.errLines().subList(0, 2))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("dyno: " + runs.get(0) + ": run.json is damaged: ")
                        .endsWith("It cannot be used."))
                .contains("dyno: " + runs.get(1)
                        + ": run.json has schema version 6; this version of Dyno reads 2 to 5. Use the"
                        + " version of Dyno that wrote it.");
        assertThat(ran.errLines().get(2)).isEqualTo("No run that has ended is stored in " + place() + ".");
        assertThat(ran.errLines().get(3))
                .isEqualTo("Without an end, killed or still in progress: "
                        + runs.get(2).getFileName() + ".");
    }

    /** Its marks could say that it must not be used. */
    @Test
    void runWhoseMarksAreDamagedIsNamedAndSkipped() throws IOException {
        Path marks = runs.get(0).resolve("marks.jsonl");
        dyno.run("history", "mark", Listing.idOf(runs.get(0)), "invalid");
        Files.writeString(marks, Files.readString(marks).replace("\"mark\":\"invalid\"", "\"mark\":"));
        String start = runs.get(0) + ": marks.jsonl line 1 is damaged: ";

        Ran list = dyno.run("history").ended(Exit.GOOD);
        assertThat(list.outLines()).hasSize(3);
        assertThat(list.errLines()).hasSize(2);
        assertThat(list.errLines().get(0)).startsWith("dyno: " + start).endsWith("It cannot be used.");
        assertThat(list.errLines().get(1)).isEqualTo("2 of 2 runs in " + place());

        assertThat(dyno.type("history mark %s valid", Listing.idOf(runs.get(0)))
                        .ended(Exit.FAILED)
                        .err())
                .hasLineCount(1)
                .startsWith("dyno history mark: " + start);
        assertThat(dyno.run("report", Listing.idOf(runs.get(0)))
                        .ended(Exit.FAILED)
                        .err())
                .hasLineCount(1)
                .startsWith("dyno report: " + start);
    }

    @Test
    void runIsNamedByWhatNoOtherBeginsWith() {
        String day = runs.get(0).getFileName().toString().substring(0, 6);
        Ran several = dyno.run("history", "mark", day, "retired").ended(Exit.FAILED);
        assertThat(several.err())
                .startsWith("dyno history mark: " + day + ": is the beginning of 3 runs: ")
                .endsWith(". Give more of the name.\n");
        assertThat(dyno.run("report", "nope").errLines())
                .containsExactly("dyno report: nope: no run of that name is in " + place()
                        + ". Give the folder of a run, the beginning of its name or id as dyno history shows them, or"
                        + " last.");
        for (String name : List.of(
                "last", runs.get(2).getFileName().toString(), Listing.idOf(runs.get(2)), runs.get(2) + "/run.json")) {
            assertThat(dyno.run("report", name).outLines())
                    .as(name)
                    .containsExactly(runs.get(2).resolve("report.html").toString());
        }
    }
}
