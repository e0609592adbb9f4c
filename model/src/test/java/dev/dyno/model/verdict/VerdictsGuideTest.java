package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.GeneratedFile;
import dev.dyno.model.result.Unit;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code docs/guide/verdicts.md} has a section for every code, with the level and the bounds of its rule, and with the sentence
 * that the rule gives for the run of {@link RuleTableTest}. {@code -Ddyno.generate=true} writes the sentences anew.
 */
class VerdictsGuideTest {

    private static final Path PAGE = Path.of("../docs/guide/verdicts.md");

    private static final String DECIDED = "\n- Decided: ";

    /** The block at the end of a section. */
    private static final Pattern EXAMPLE = Pattern.compile("\n\n```\n.*?\n```", Pattern.DOTALL);

    private static final Pattern SECTION = Pattern.compile("(?m)^### ([a-z, -]+)\n(?s:.*?)(?=\n##|\\z)");

    /** By code, the bounds as they are written. */
    private static final Map<String, List<String>> BOUNDS = Map.ofEntries(
            Map.entry("rate-missed", List.of(percent(1 - RunEvidence.MISSING), RateRule.UNDER_WAY + " times")),
            Map.entry("unsent-at-end", List.of(percent(RateRule.UNSENT_SHARE))),
            Map.entry("consumer-rate-missed", List.of(percent(1 - RunEvidence.MISSING))),
            Map.entry(
                    "send-delay",
                    List.of(percent(Marks.SHARE), milliseconds(Marks.WAKE_UP_NS), "p50 or p90", "p99 or p99.9")),
            Map.entry("sent-late", List.of(milliseconds(SendsRule.MIN_NS))),
            Map.entry("few-samples", List.of(count(TimesRule.NEEDED))),
            Map.entry("rate-not-steady", List.of(percent(SteadinessRule.RATE))),
            Map.entry("latency-not-steady", List.of("0.1 ms")),
            Map.entry("clock-bound", List.of(percent(Marks.SHARE))),
            Map.entry("late-start", List.of(milliseconds(WorkersRule.START_LATE_NS))),
            Map.entry("worker-saturated", List.of(percent(RunEvidence.FULL))),
            Map.entry("processors-saturated", List.of(percent(RunEvidence.FULL))),
            Map.entry("others-busy", List.of(percent(OwnMachineRule.OTHERS_BUSY))),
            Map.entry("processors-stolen", List.of(percent(OwnMachineRule.STOLEN))),
            Map.entry(
                    "processors-throttled", List.of(percent(OwnMachineRule.STOLEN), percent(RunEvidence.NOT_ITS_OWN))),
            Map.entry("worker-gc", List.of(percent(OwnMachineRule.GC_SHARE), percent(RunEvidence.NOT_ITS_OWN))),
            Map.entry("limited-by-generator", List.of(percent(RunEvidence.FULL))),
            Map.entry("limited-by-disk", List.of(percent(RunEvidence.DISK_FULL_PERCENT / 100))),
            Map.entry("limited-by-acknowledgements", List.of(percent(LimitRule.MOSTLY))),
            Map.entry("one-core-full", List.of(percent(RunEvidence.FULL))),
            Map.entry(
                    "stalls",
                    List.of(
                            (int) Stalls.FACTOR + " times",
                            milliseconds(Stalls.MIN_NS),
                            Stalls.MIN_INTERVALS + " seconds")),
            Map.entry("backlog", List.of(count(WaitingRule.MIN_MESSAGES))),
            Map.entry("undelivered", List.of(percent(WaitingRule.KEPT_UP), (int) WaitingRule.LAST_SECONDS + " s")),
            Map.entry("broker-gc", List.of(percent(BrokerJvmRule.GC_SHARE))),
            Map.entry(
                    "broker-memory-grew",
                    List.of(
                            percent(BrokerJvmRule.GROWTH - 1),
                            Unit.BYTES.text(BrokerJvmRule.GROWTH_BYTES),
                            BrokerJvmRule.GROWTH_SAMPLES + " samples")));

    private static String percent(double share) {
        return plain(100 * share) + " %";
    }

    private static String milliseconds(double ns) {
        return plain(ns / 1e6) + " ms";
    }

    /** The number as text, with up to six digits. */
    private static String plain(double value) {
        return new BigDecimal(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String count(double messages) {
        return Unit.COUNT.text(messages);
    }

    private static Stream<String> codes() {
        return Stream.of(
                        RuleTableTest.codes(),
                        // Of no rule: given when a run without an end is read, when a load is ended, and by its
                        // seconds.
                        Stream.of("partial", "load-aborted", "ramp"),
                        Stream.of(RunMark.Kind.values()).map(kind -> "marked-" + kind.word()))
                .flatMap(codes -> codes);
    }

    @Test
    void everyCodeHasASectionAndEverySectionACode() {
        assertThat(Explanation.all().stream().flatMap(section -> section.codes().stream()))
                .containsExactlyInAnyOrderElementsOf(codes().toList());
    }

    @Test
    void everySectionHasMeaningDecisionAndMend() {
        assertThat(Explanation.all()).allSatisfy(section -> assertThat(section.text())
                .containsPattern("^(NOTE|SUSPECT|INVALID): [A-Z]")
                .contains(DECIDED, "\n- To do: "));
    }

    /** Rows of several codes, in the table of levels. */
    @Test
    void theTableOfLevelsHasEachCodeOnce() throws IOException {
        List<String> rows = Pattern.compile("(?m)^\\| ([a-z, -]+) \\| (?:NOTE|SUSPECT|INVALID)")
                .matcher(Files.readString(PAGE))
                .results()
                .flatMap(row -> Stream.of(row.group(1).split(", ", -1)))
                .toList();
        assertThat(rows)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Explanation.all().stream()
                        .flatMap(section -> section.codes().stream())
                        .toList());
    }

    @TestFactory
    Stream<DynamicTest> everySectionHasTheLevelAndTheBoundsOfItsRule() {
        return Explanation.all().stream()
                .map(section -> DynamicTest.dynamicTest(String.join(", ", section.codes()), () -> {
                    String decided = section.text()
                            .substring(section.text().indexOf(DECIDED))
                            .lines()
                            .skip(1)
                            .findFirst()
                            .orElse("");
                    for (String code : section.codes()) {
                        RuleTableTest.found(code)
                                .ifPresent(finding -> assertThat(section.text()).startsWith(finding.level() + ": "));
                        BOUNDS.getOrDefault(code, List.of())
                                .forEach(bound -> assertThat(decided).contains(bound));
                    }
                }));
    }

    @Test
    void everyExampleIsTheSentenceOfItsRule() throws IOException {
        String page = Files.readString(PAGE);
        Matcher sections = SECTION.matcher(page);
        String current = sections.replaceAll(
                section -> Matcher.quoteReplacement(withExample(section.group(), section.group(1))));
        GeneratedFile.assertCurrent(getClass(), PAGE, current);
    }

    private static String withExample(String section, String code) {
        return RuleTableTest.found(code)
                .map(finding -> EXAMPLE.matcher(section).replaceAll("")
                        + (section.endsWith("\n") ? "" : "\n")
                        + "\n```\n" + FindingText.FLAGS.line(finding) + "\n```\n")
                .orElse(section);
    }
}
