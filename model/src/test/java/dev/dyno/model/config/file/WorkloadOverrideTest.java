package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that stand in for those of a file are read as if they stood in it. */
class WorkloadOverrideTest {

    private static final String FILE = """
            producers:
              - { to: queue://one, rate: 100/s }
              - { to: queue://two, rate: 200/s, message: { size: 100 } }
            consumers: { from: queue://one }
            phases: { measure: 20s }
            """;

    private final Path folder;

    WorkloadOverrideTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private WorkloadFile read(String... overrides) {
        return readText(FILE, overrides);
    }

    private WorkloadFile readText(String text, String... overrides) {
        try {
            Path file = Files.writeString(folder.resolve("w.yaml"), text);
            return WorkloadFile.read(
                    file,
                    Arrays.stream(overrides)
                            .map(given -> given.split("=", 2))
                            .map(pair -> new YamlOverride("workload." + pair[0] + "=" + pair[1], pair[0], pair[1]))
                            .toList());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Workload workload(String... overrides) {
        WorkloadFile file = read(overrides);
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    private static LoadShape constant(long perSecond) {
        return Schedule.constant(Rate.perSecond(perSecond));
    }

    /**
     * A value is replaced, a member of a list named by its place, what is not there added with all that it stands in, a single one
     * may be called the first of a list, a tilde takes a value away, and a whole mapping can be given: the same as in the file.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    phases.measure=5s                    | measure: 20s         | measure: 5s
                    producers[1].rate=500/s              | rate: 200/s          | rate: 500/s
                    producers[1].message.size=2KiB       | size: 100            | size: 2KiB
                    producers[0].message.persistent=true | rate: 100/s          | rate: 100/s, message: { persistent: true }
                    consumers[0].count=3                 | { from: queue://one  | { from: queue://one, count: 3
                    consumers.count=4                    | { from: queue://one  | { from: queue://one, count: 4
                    producers[0].rate=~                  | , rate: 100/s        | ''
                    seed=7                               | phases:              | seed: 7;phases:
                    phases={ warmup: 1s, measure: 2s, drain: 3s } | { measure: 20s } | { warmup: 1s, measure: 2s, drain: 3s }
                    """)
    void anOverrideStandsForWhatItReplaces(String override, String text, String replaced) {
        assertThat(workload(override))
                .isEqualTo(readText(FILE.replace(text, replaced.replace(";", "\n")))
                        .workload())
                .isNotEqualTo(workload());
    }

    @Test
    void onlyTheNamedOneOfTwoThatAreTheSameByAnAliasIsChanged() {
        String text = """
                producers:
                  - &one { to: queue://one, rate: 100/s, message: &small { size: 100 } }
                  - *one
                consumers: { from: queue://one }
                """;
        Workload workload = readText(text, "producers[0].rate=5/s", "producers[1].message.size=2KiB")
                .workload();
        assertThat(workload.producers().get(0).load()).isEqualTo(constant(5));
        assertThat(workload.producers().get(1).load()).isEqualTo(constant(100));
        assertThat(workload.producers().get(0).message().sizes()).isEqualTo(SizeDistribution.fixed(100));
        assertThat(workload.producers().get(1).message().sizes()).isEqualTo(SizeDistribution.fixed(2048));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    phases.measure=10x       | workload.phases.measure=10x: measure: 10x; must be
                    phases.meassure=10s      | workload.phases.meassure=10s: unknown key 'meassure'; must be one of backlog, warmup, measure, drain, connect-timeout.
                    producers[2].rate=5/s    | workload.producers[2].rate=5/s: producers[2]: there are only 2 here, and the first is producers[0].
                    producers.rate=5/s       | workload.producers.rate=5/s: producers: has no keys here, it is a list; 'rate' cannot be set. Name one of the list, like producers[0].
                    producers[0].rate.x=1    | workload.producers[0].rate.x=1: producers[0].rate: has no keys here, it is a single value; 'x' cannot be set.
                    phases.measure[1]=5s     | workload.phases.measure[1]=5s: phases.measure[1]: phases.measure is no list here.
                    phases..measure=5s       | workload.phases..measure=5s: phases..measure; must be the path of a value, like phases.measure or producers[0].rate.
                    phases={ measure         | workload.phases={ measure: not YAML:
                    """)
    void whatIsWrongIsSaidOfTheOverride(String override, String sentence) {
        List<String> problems =
                read(override).problems().stream().map(YamlProblem::toString).toList();
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith(sentence).doesNotContain("\n");
    }

    @Test
    void allThatIsWrongIsReportedAtOnce() {
        assertThat(read("phases.measure=x", "phases.drain=y").problems()).hasSize(2);
    }

    @Test
    void aValueWithoutAnEndOfLevelsIsOneSentence() {
        assertThat(read("phases.measure=" + "[".repeat(30_000)).problems())
                .singleElement()
                .extracting(YamlProblem::toString, STRING)
                .contains("has more than 100 levels; must have fewer.");
    }
}
