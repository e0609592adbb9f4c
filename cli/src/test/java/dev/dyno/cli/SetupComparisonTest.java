package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Setups of the simulated broker, whose speed is known, run in turns. Tests run on busy machines, so INVALID runs count. */
@Tag("slow")
class SetupComparisonTest extends WithDyno {

    private String workload = "";

    @BeforeEach
    void prepareFiles() throws IOException {
        workload = file("all-out.yaml", """
                producers: { to: queue://work, max-pending: 1, message: { size: 100B } }
                consumers: { from: queue://work }
                phases: { measure: 200ms }
                """);
    }

    private Ran compare(String options) {
        return dyno.type("compare " + options + " --with-invalid %s", workload);
    }

    private int stored() throws IOException {
        return runs().size();
    }

    @Test
    @Tag("timing")
    void slowerBrokerIsCalledWorseWhenThatIsClear() throws IOException {
        Path json = folder.resolve("c.json");
        Ran ran = compare("--a broker=sim,set.service=1ms --b broker=sim,set.service=20ms --figures p50 "
                        + "--fail-if worse --json " + json)
                .ended(Exit.THRESHOLD);

        List<String> lines = ran.outLines();
        assertThat(lines.subList(0, 2))
                .containsExactly("A  broker=sim, set.service=1ms", "B  broker=sim, set.service=20ms");
        assertThat(lines.get(2))
                .matches(
                        "Up to 20 runs of each within 30m, in pairs, in an order from seed \\d+, after a pair that does not"
                                + " count\\. Ctrl\\+C ends it with the pairs so far\\.");
        assertThat(lines)
                .anyMatch(line -> line.matches("Every figure is clear after \\d+ pairs\\."))
                .anyMatch(line -> line.matches("p50 +ms .* worse"));
        assertThat(lines.stream().filter(line -> line.matches("\\[warm-up] [AB]  .*/s  p50 .*")))
                .hasSize(2);
        assertThat(lines.stream().filter(line -> line.matches("\\[\\d+/20] [AB]  .*/s  p50 .* ms  p99 .* ms  .*")))
                .hasSizeGreaterThanOrEqualTo(12)
                .hasSize(stored() - 2);
        String seed = lines.get(2).replaceAll(".* seed (\\d+),.*", "$1");
        assertThat(json)
                .content()
                .contains("\"paired\" : true", "\"title\" : \"broker=sim, set.service=20ms\"", "\"seed\" : " + seed);
        assertThat(runs())
                .allSatisfy(run ->
                        assertThat(run.resolve("comparison.json")).content().contains("\"seed\" : " + seed));
    }

    @Test
    void eachRunShowsItsProgress() throws IOException {
        Ran ran = compare("--a broker=sim --b broker=sim,set.service=1ms --budget 1ms --figures rate");

        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("\\[warm-up] A  0:\\d\\d load.* [\\d,]+/s  backlog .*"))
                .anyMatch(line -> line.matches("\\[1/20] B  0:\\d\\d load.* [\\d,]+/s  backlog .*"))
                .noneMatch(line -> line.contains("done, "));
    }

    @Test
    void valueOfTheWorkloadIsASetting() throws IOException {
        Ran ran = compare("--a broker=sim --a workload.producers[0].rate=200/s "
                + "--b broker=sim,workload.producers[0].rate=100/s --budget 1ms --figures rate");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.outLines())
                .contains("NOTE: the workloads differ, as they were set.")
                .anyMatch(line -> line.matches(" +producers\\[0]\\.load .*200/s .*100/s"));
    }

    @Test
    void calibrationTellsTheNoiseFloorAndWhatCanBeSeen() throws IOException {
        Ran ran = compare("--calibrate --a broker=sim,set.service=1ms --blocks 5 --figures rate")
                .good();

        assertThat(ran.outLines())
                .contains("All 5 pairs have been run.")
                .anyMatch(line -> line.startsWith("figure  unit        A") && line.contains("noise floor"))
                .anyMatch(line -> line.matches("rate +messages/s +[0-9.,]+ +±[0-9.]+ % .*"));
        assertThat(stored()).isEqualTo(12);
    }

    @Test
    void shortBudgetEndsItWithWhatThereIs() throws IOException {
        Ran ran = compare("--a broker=sim --b broker=sim,set.service=1ms --budget 1ms --figures rate")
                .ended(Exit.GOOD);

        assertThat(ran.outLines())
                .contains("The budget has no room for more than 1 pair.")
                .anyMatch(line -> line.matches("rate .* unknown +no call"));
        assertThat(stored()).isEqualTo(4);
    }

    @Test
    void brokerThatAlwaysFailsIsGivenUp() throws IOException {
        Ran ran = dyno.run("compare", "--a", "broker=sim", "--b", "broker=sim,set.fail=every 1", workload)
                .ended(Exit.FAILED);

        assertThat(ran.outLines()).contains("Given up: three pairs in a row were of no use.");
    }

    @Test
    void everythingThatIsWrongIsReportedBeforeAnythingRuns() throws IOException {
        Ran ran = dyno.type(
                        "compare --a broker=sim,sett.x=1 --b workload.phases.measure=soon --blocks 2 --budget "
                                + "later --paired %s",
                        workload)
                .ended(Exit.USAGE);

        assertThat(ran.errLines())
                .anyMatch(line -> line.startsWith("dyno compare: --a: sett.x: is no setting; must be one of broker, "))
                .anyMatch(line -> line.startsWith("dyno compare: --b: ") && line.contains("soon"))
                .contains("dyno compare: --blocks: 2; must be a whole number from 5 to 10000.")
                .anyMatch(line -> line.startsWith("dyno compare: --budget: later; must be a number with "))
                .contains("dyno compare: --paired: is about stored runs; setups always run in pairs. Leave it out.");
        assertThat(stored()).isZero();
    }
}
