package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyFileTest {

    static final String FILE = """
            title: A title
            seed: 7
            repeats: 3
            cool-down: 4s
            setup: { broker: artemis, workload.phases.measure: 60s }
            workloads:
              both:
                producers: { to: queue://q, rate: 100/s }
                consumers: { from: queue://q }
              send:
                producers: { to: queue://q }
            steps:
              first: { workload: send }
              both: { setup: { workload.phases.measure: 20s } }
            axes:
              size:
                set: workload.producers.message.size
                values: [1KiB, 10KiB]
              broker:
                settings:
                  old: { broker: "artemis:2.6.3" }
                  new: { broker: artemis, heap: 1g }
            charts:
              - { kind: lines, x: size, y: sent-rate, series: broker, each: step }
            table: [sent-rate, lost]
            needs: { cores: 4, memory: 8GiB, disk: 1GiB }
            quick:
              repeats: 1
              cool-down: 1s
              setup: { workload.phases.measure: 2s }
              steps:
                both: { workload.phases.measure: 1s }
              axes: { size: [2KiB] }
              settings: { broker: { new: { heap: 256m } } }
            """;

    static Study read(String text, boolean quick) {
        StudyFile file = StudyFile.of("s.yaml", text, quick);
        assertThat(file.problems()).isEmpty();
        return file.study();
    }

    @Test
    void theFullSizeIsWhatStandsThere() {
        Study study = read(FILE, false);
        assertThat(study.about().name()).isEqualTo("s");
        assertThat(study.about().title()).isEqualTo("A title");
        assertThat(study.rounds().seed()).isEqualTo(7);
        assertThat(study.rounds().repeats()).isEqualTo(3);
        assertThat(study.rounds().coolDown()).isEqualTo(Duration.ofSeconds(4));
        assertThat(study.rounds().brokers()).isEqualTo(Study.Brokers.FRESH);
        assertThat(study.rounds().order()).isEqualTo(Study.Order.SHUFFLED);
        assertThat(study.steps().stream().map(Study.Step::workload)).containsExactly("send", "both");
        assertThat(study.axes().get(0).names()).containsExactly("1KiB", "10KiB");
        assertThat(study.output().table().stream().map(Figure::name)).containsExactly("sent-rate", "lost");
        assertThat(study.needs())
                .isEqualTo(new Study.Needs(Optional.of(4), Optional.of(8L << 30), Optional.of(1L << 30)));
        assertThat(settings(study, "size=10KiB broker=new", 1))
                .isEqualTo(Map.of(
                        "broker", "artemis",
                        "heap", "1g",
                        "workload.phases.measure", "20s",
                        "workload.producers.message.size", "10KiB"));
    }

    @Test
    void theQuickSizeOverridesAxesRepeatsAndSettings() {
        Study study = read(FILE, true);
        assertThat(study.rounds().repeats()).isEqualTo(1);
        assertThat(study.rounds().coolDown()).isEqualTo(Duration.ofSeconds(1));
        assertThat(study.axes().get(0).names()).containsExactly("2KiB");
        assertThat(settings(study, "size=2KiB broker=new", 0))
                .containsEntry("workload.phases.measure", "2s")
                .containsEntry("heap", "256m")
                .containsEntry("workload.producers.message.size", "2KiB");
        assertThat(settings(study, "size=2KiB broker=new", 1)).containsEntry("workload.phases.measure", "1s");
    }

    @Test
    void aWorkloadIsReadAnewWithItsOverrides() {
        StudyFile file = StudyFile.of("s.yaml", FILE, false);
        List<YamlOverride> overrides = List.of(new YamlOverride("here", "phases.measure", "5s"));
        assertThat(file.workload("both", overrides).workload().phases().duration())
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(file.workload("both", List.of()).workload().phases().duration())
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(file.workload("both", List.of()).workload().name()).isEqualTo("both");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    workloads: {}                                       | workloads: must name at least one workload.
                    title: x                                            | the key 'workloads' is missing.
                    workload: x                                         | unknown key 'workload'; must be one of name, title,
                    workloads: { w: { producers: { to: queue://q, nonsense: 1 } } } | unknown key 'nonsense'
                    repeats: 0                                          | repeats: 0; must be a whole number from 1 to 1000.
                    order: random                                       | order: random; must be one of shuffled, written.
                    axes: { a: {} }                                     | a: has no values; must have a list of them, or settings by name.
                    axes: { a: { values: [1, 1] } }                     | a: has a value twice; leave one of them out.
                    axes: { a: { values: [1], settings: { b: {} } } }   | a: has settings, and values of one setting, too; leave one of them out.
                    axes: { step: { values: [1] } }                     | step: is what the steps are called; choose another name.
                    table: [speed]                                      | table: speed; must be one of worker-cpu-per-message,
                    charts: { kind: lines, y: sent-rate }               | the key 'x' is missing; must be an axis.
                    charts: { kind: bars, x: a, y: sent-rate }          | x: a; must be one of the axes, and there are none.
                    charts: { kind: time, y: lost }                     | y: lost; over time, must be one of sent-rate,
                    charts: { kind: pie, y: lost }                      | kind: pie; must be one of lines, bars, heat, time, points, percentiles.
                    charts: { kind: percentiles, y: p99 }               | y: p99; must be one of send-delay,
                    charts: { kind: points, x: speed, y: lost }         | x: speed; must be one of worker-cpu-per-message,
                    charts: { kind: points, y: lost }                   | the key 'x' is missing; must be a measure.
                    quick: { axes: { a: [1] } }                         | a: is no axis; must be one of
                    steps: { w: { workload: x } }                       | workload: x; must be one of the workloads: w.
                    steps: { w: { setup: { heap: 1g } } }               | setup: heap is of the broker, which all steps of a cell share;
                    cells: [claims, one]                                | cells: one is no value of an axis; must be one of
                    setup: { url: "amqp://me:word@h" }                  | url has a secret, and this file is stored with the study;
                    steps: { w: { setup: { driver.password: word } } }  | driver.password has a secret, and
                    setup: { jvm: "-Xss1m -Dx.password=word" }          | jvm has a secret, and
                    axes: { driver.token: { values: [word, 1] } }       | driver.token has a secret, and
                    needs: { cores: none }                              | cores: none; must be a whole number from 1 to 4096.
                    extrapolate: much                                   | extrapolate: much; must be a number, with /s, /min or /h,
                    name: "a b"                                         | name: a b; must be letters, digits, dots and dashes, at most 40.
                    """)
    void whatIsWrongIsReportedWithItsPlace(String line, String sentence) {
        String rest = line.startsWith("workload") || line.startsWith("title")
                ? ""
                : "workloads: { w: { producers: { to: queue://q } } }\n";
        List<String> problems = problems(rest + line + "\n");
        assertThat(problems).anySatisfy(problem -> assertThat(problem).contains(sentence));
        assertThat(problems).allSatisfy(problem -> assertThat(problem).startsWith("s.yaml:"));
    }

    private static List<String> problems(String text) {
        return StudyFile.of("s.yaml", text, false).problems().stream()
                .map(YamlProblem::toString)
                .toList();
    }

    private static final String CONDITIONS = """
            workloads:
              send: { producers: { to: queue://q } }
              both: { producers: { to: queue://q }, consumers: { from: queue://q } }
            steps: { send: {}, both: {} }
            axes:
              broker: { settings: { one: { broker: artemis }, two: { broker: qpid } } }
              size: { set: workload.producers.message.size, values: [1KiB, 10KiB] }
              limit:
                settings:
                  small:
                    heap: 1g
                    broker=one: { set.max-size-bytes: 1MiB }
                    broker=one size=10KiB: { set.max-size-bytes: 10MiB }
                    step=both: { workload.consumers.ack: transacted }
                  none: {}
            quick:
              axes: { size: [2KiB] }
              settings: { limit: { small: { broker=one: { set.max-size-bytes: 2MiB } } } }
            """;

    private static Map<String, String> settings(Study study, String label, int step) {
        Cell cell = StudyPlan.of(study, Map.of()).stream()
                .map(StudyPlan.Planned::cell)
                .filter(c -> Cell.label(c.values()).equals(label))
                .findFirst()
                .orElseThrow();
        return study.settings(study.steps().get(step), cell);
    }

    @Test
    void aSettingMayHoldOnlyBesideValuesOfOtherAxesOrInAStep() {
        Study study = read(CONDITIONS, false);
        assertThat(settings(study, "broker=one size=1KiB limit=small", 0))
                .isEqualTo(Map.of(
                        "broker", "artemis",
                        "heap", "1g",
                        "set.max-size-bytes", "1MiB",
                        "workload.producers.message.size", "1KiB"));
        assertThat(settings(study, "broker=one size=10KiB limit=small", 0))
                .containsEntry("set.max-size-bytes", "10MiB");
        assertThat(settings(study, "broker=two size=10KiB limit=small", 1))
                .isEqualTo(Map.of(
                        "broker", "qpid",
                        "heap", "1g",
                        "workload.consumers.ack", "transacted",
                        "workload.producers.message.size", "10KiB"));
        assertThat(settings(read(CONDITIONS, true), "broker=one size=2KiB limit=small", 0))
                .containsEntry("set.max-size-bytes", "2MiB");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    broker=three: { heap: 1g } | the value of broker must be one of one, two.
                    limit=none: { heap: 1g }   | must be a single value, or settings that only hold with AXIS=VALUE of another axis: broker, size, step.
                    jvm: { heap: 1g }          | jvm: must be a single value, or settings that only hold with AXIS=VALUE of another axis: broker, size, step.
                    step=sent: { client-id: x } | the value of step must be one of send, both.
                    step=send: { heap: 1g }    | heap is of the broker, which all steps of a cell share; set it for all of them.
                    """)
    void aConditionThatCannotHoldIsRefused(String line, String sentence) {
        String file = CONDITIONS.replace("broker=one size=10KiB: { set.max-size-bytes: 10MiB }", line);
        assertThat(problems(file)).hasSize(1).first().asString().contains(sentence);
    }

    private static final String TWO_AXES = """
            workloads: { w: { producers: { to: queue://q } } }
            axes:
              a: { set: workload.seed, values: [1, 2] }
              b: { set: heap, values: [1g, 2g] }
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    pivots: { columns: a, cells: lost }                    | would mix the values of b; name it in rows.
                    pivots: { rows: [a, b], columns: a, cells: lost }      | an axis is named twice; leave one of them out.
                    pivots: { rows: c, columns: a, cells: lost }           | c; rows and columns must be axes: a, b.
                    pivots: { rows: a, columns: b }                        | the key 'cells' is missing; must be what is measured.
                    pivots: { rows: a, columns: b, cells: [speed] }        | cells: speed; must be one of worker-cpu-per-message,
                    safe-buffer: { each: c }                               | each: c; must be one of the axes a, b.
                    safe-buffer: { usable: "0.8" }                         | usable: 0.8; must be a share of the heap with its sign, like 80%.
                    safe-buffer: { usable: 120% }                          | usable: 120%; must be a share of the heap with its sign, like 80%.
                    safe-buffer: { step: x }                               | step: x; is no step of this study.
                    charts: { kind: percentiles, x: a, y: transfer, series: b } | x: is the percentile; leave it out.
                    charts: { kind: heat, x: a, rows: b, y: lost, log: true } | log: a heat map has no axis for it; leave it out.
                    charts: { kind: bars, x: a, y: lost, each: [b, c] }    | each: c; must be one of the axes: a, b.
                    """)
    void aFurtherTableThatCannotBeMadeIsRefused(String line, String sentence) {
        assertThat(problems(TWO_AXES + line + "\n"))
                .anySatisfy(problem -> assertThat(problem).contains(sentence));
    }

    @Test
    void aChartMustNotMixTheValuesOfAnAxis() {
        assertThat(problems(TWO_AXES + """
                charts:
                  - { kind: bars, x: a, y: sent-rate }
                  - { kind: lines, x: b, y: sent-rate, series: a }
                  - { kind: heat, x: a, rows: b, y: [sent-rate, lost] }
                """))
                .extracting(problem -> problem.lines().findFirst().orElse(""))
                .containsExactly(
                        "s.yaml:6:5: charts: would mix the values of b; name it as series or each.",
                        "s.yaml:7:23: x: lines need an axis whose values are numbers, sizes, rates or times; use bars.",
                        "s.yaml:8:37: y: a heat map shows one measure.");
    }

    @Test
    void sizesMayStandBesideBareNumbersOfBytes() {
        assertThat(problems("""
                workloads: { w: { producers: { to: queue://q } } }
                axes: { size: { set: workload.producers.message.size, values: [100, 1KiB, 10KiB] } }
                charts: { kind: lines, x: size, y: sent-rate }
                """)).isEmpty();
        assertThat(AxisNumbers.of(List.of("100", "1KiB", "2KB")).orElseThrow().values())
                .containsExactly(100.0, 1024.0, 2000.0);
    }

    @Test
    void anAxisChoosesAmongWorkloadsAndWorkloadFiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("topic.yaml"), """
                # A comment, which is not taken along.
                producers:
                  - { to: topic://t, rate: 500/s }
                """);
        Path file = Files.writeString(folder.resolve("kinds.yaml"), """
                workloads:
                  queue: { producers: { to: queue://q, rate: 10/s } }
                  topic: topic.yaml
                axes:
                  workload: { values: [topic, queue] }
                nonsense: 1
                """);
        StudyFile read = StudyFile.read(file, false);
        assertThat(read.problems()).extracting(YamlProblem::line).containsExactly(6);
        Study study = read.study();
        List<StudyPlan.Planned> planned = StudyPlan.of(study, Map.of("workload", Set.of("topic")));
        assertThat(planned).hasSize(1);
        Cell cell = planned.get(0).cell();
        assertThat(study.settings(study.steps().get(0), cell)).isEmpty();
        // The stored study does not need the other file any more.
        WorkloadFile workload = StudyFile.of("kinds.yaml", read.text(), false)
                .workload(study.workload(study.steps().get(0), cell), List.of());
        assertThat(workload.workload().name()).isEqualTo("topic");
        assertThat(workload.workload().producers().get(0).load()).hasToString("constant 500/s");
    }

    @Test
    void aWorkloadFileThatIsWrongOrNotThereIsReportedAsItself(@TempDir Path folder) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "producers: { to: queue://q, rate: fast }");
        Path file = Files.writeString(
                folder.resolve("s.yaml"),
                "workloads:\n  bad: bad.yaml\n  none: none.yaml\naxes: { workload: { values: bad } }");
        assertThat(StudyFile.read(file, false).problems())
                .extracting(YamlProblem::toString)
                .hasSize(2)
                .anyMatch(problem -> problem.startsWith(bad + ":1:35: rate: fast; must be "))
                .anyMatch(problem -> problem.startsWith(folder.resolve("none.yaml") + ": there is no such file."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { workload: { values: [a, c] } }               | workload: c; must be one of the workloads: a, b.
                    { workload: { settings: { c: {} } } }          | workload: c; must be one of the workloads: a, b.
                    { size: { set: heap, values: 1g } }            | which chooses among them.
                    """)
    void aWorkloadThatIsNotThereIsRefused(String axes, String sentence) {
        String two = "workloads: { a: { producers: { to: queue://a } }, b: { producers: { to: queue://b } } }\naxes: ";
        assertThat(problems(two + axes)).hasSize(1).first().asString().contains(sentence);
    }

    @Test
    void otherValuesOfAnAxisHaveChartsAndCellsOfTheirOwn() {
        StudyFile file = StudyFile.of("s.yaml", """
                workloads: { w: { producers: { to: queue://q } } }
                axes:
                  broker: { values: [sim, artemis] }
                  seed: { set: workload.seed, values: [1] }
                charts: { kind: bars, x: broker, y: sent-rate }
                claims: { says: a, holds: sent-rate of sim > 1/s }
                cells: claims
                """, false, Map.of("seed", List.of("2", "3")));
        assertThat(file.problems()).isEmpty();
        assertThat(file.study().output().charts().get(0).each()).containsExactly("seed");
        assertThat(StudyPlan.of(file.study(), Map.of()))
                .extracting(planned -> Cell.label(planned.cell().values()))
                .containsExactlyInAnyOrder("broker=sim seed=2", "broker=sim seed=3");
    }

    @Test
    void aQuickSizeThatIsNotThereIsRefused() {
        assertThat(StudyFile.of("s.yaml", "workloads: { w: { producers: { to: queue://q } } }", true)
                        .problems())
                .extracting(YamlProblem::message)
                .containsExactly("there is no quick size here; add a section 'quick', or run the full size.");
    }

    /** With every value in its place, too. */
    static void isRight(StudyFile file) {
        assertThat(file.problems()).isEmpty();
        assertThat(file.name()).endsWith("/" + file.study().about().name() + ".yaml");
        assertThat(file.hasQuick()).isTrue();
        assertThat(file.study().output().charts()).isNotEmpty();
        assertThat(StudyPlan.of(file.study(), Map.of())).isNotEmpty();
        for (Cell cell : StudyPlan.all(file.study())) {
            for (Study.Step step : file.study().steps()) {
                Map<String, String> paths = new LinkedHashMap<>();
                file.study().settings(step, cell).forEach((key, value) -> {
                    if (key.startsWith("workload.")) {
                        paths.put(key.substring("workload.".length()), value);
                    }
                });
                List<YamlOverride> overrides = paths.entrySet().stream()
                        .map(path -> new YamlOverride(path.getKey(), path.getKey(), path.getValue()))
                        .toList();
                assertThat(file.workload(file.study().workload(step, cell), overrides)
                                .problems())
                        .isEmpty();
            }
        }
    }
}
