package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.Section;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sentences of findings, and the findings as data: codes, levels, values with their units, and settings. */
class FindingTextTest {

    /** Made again by {@code -Ddyno.generate=true}: a change is one of the format of stored runs. */
    private static final Path TABLE = Path.of("src/test/resources/dev/dyno/model/verdict/findings.txt");

    private static final Pattern LEFT_OVER = Pattern.compile("[{}\\[\\]<>@|]");

    /** Options that no section declares. */
    private static final Set<String> OPTIONS = Set.of("run-id", "num-destinations");

    private static Stream<Finding> found() {
        return RuleTableTest.codes().flatMap(code -> RuleTableTest.found(code).stream());
    }

    private static String row(Finding finding) {
        return Stream.of(
                        Stream.of(finding.level() + " " + finding.code()),
                        finding.values().stream()
                                .map(value -> "  " + value.name()
                                        + value.unit().map(unit -> " " + unit).orElse("")
                                        + (value.text().isEmpty() ? "" : " '" + value.text() + "'")),
                        finding.settings().stream().map(key -> "  <" + key + ">"),
                        Stream.of("  " + FindingText.FLAGS.of(finding)))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void everyFindingHasTheCodeLevelValuesSettingsAndSentenceOfTheTable() throws IOException {
        String table = found().map(FindingTextTest::row).collect(Collectors.joining("\n\n", "", "\n"));
        GeneratedFile.assertCurrent(getClass(), TABLE, table);
    }

    @Test
    void everySentenceIsFilled() {
        // A condition of the user's has a comparison.
        assertThat(found().map(FindingText.FLAGS::of))
                .allSatisfy(sentence -> assertThat(sentence.replaceFirst("--fail-if \\S+ [<>]", "--fail-if"))
                        .doesNotContainPattern(LEFT_OVER)
                        .doesNotContain("  ")
                        .isNotBlank());
    }

    /** A part that no rule names would never be read, and one that is missing would be shown by its name. */
    @Test
    void everyPartOfASentenceIsNamedByARuleAndTheOtherWayRound() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/dyno/model/verdict"))) {
            for (Path file : files.toList()) {
                sources.append(Files.readString(file));
            }
        }
        Set<String> named = Pattern.compile("\"([a-z-]+\\.[a-z-]+)\"")
                .matcher(sources)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !name.matches(".*(\\.properties|\\.md)|(phases|producers)\\..*"))
                .collect(Collectors.toCollection(TreeSet::new));
        // By the mode of the producers; by the files of a run without an end.
        named.addAll(List.of("window.sync", "window.transacted", "partial.cut"));
        assertThat(FindingText.SENTENCES.stringPropertyNames().stream().filter(key -> key.contains(".")))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void everySettingIsDeclared() {
        List<String> keys = new ArrayList<>();
        FindingText.SENTENCES.values().forEach(sentence -> Pattern.compile("<([^>]+)>")
                .matcher(sentence.toString())
                .results()
                .map((MatchResult match) -> match.group(1))
                .forEach(keys::add));
        assertThat(keys).isNotEmpty().allMatch(key -> {
            String path = key.replaceFirst("=.*", "").replaceFirst("^(producers|consumers)\\.", "$1[].");
            return Section.settingAt(path).isPresent()
                    || OPTIONS.contains(key)
                    || TargetSettings.SECTION.settings().stream()
                            .anyMatch(setting -> setting.flags().contains("--" + key));
        });
    }

    @Test
    void aSettingIsNamedAsItsUserNamedIt() {
        Finding backlog = Finding.note("backlog");
        String file = "producers:\n  - rate: 10/s\nphases:\n  measure: 1s\n";

        assertThat(FindingText.FLAGS.of(backlog)).endsWith(" Raise --consumers or take a lower --rate.");
        assertThat(text(List.of(file), "dyno", "run", "load.yaml").of(backlog))
                .endsWith(" Raise consumers.count or take a lower producers.rate.");
        assertThat(text(List.of(file), "env", "DYNO_CONSUMERS=2", "dyno", "run", "load.yaml", "--rate=20")
                        .of(backlog))
                .endsWith(" Raise DYNO_CONSUMERS or take a lower --rate.");
        assertThat(text(List.of("java.naming.provider.url=x"), "dyno", "client", "--jndi", "jndi.properties")
                        .of(backlog))
                .endsWith(" Raise --consumers or take a lower --rate.");
    }

    @Test
    void aSettingWithSeveralFlagsIsNamedByTheOneThatWasGiven() {
        Finding transacted = Finding.note("window.transacted");
        assertThat(text(List.of(), "dyno", "client", "--tx-size", "5").of(transacted))
                .contains("(--tx-size)");
        assertThat(text(List.of(), "env", "DYNO_TX_SIZE=5", "dyno", "client").of(transacted))
                .contains("(DYNO_TX_SIZE)");
        assertThat(FindingText.FLAGS.of(transacted)).contains("(--commit-interval)");
    }

    private static FindingText text(List<String> files, String... commandLine) {
        return new FindingText(SettingNames.of(List.of(commandLine), files));
    }

    @Test
    void aSettingWithAValueHasItsFlagOrItsLine() {
        Finding sync = Finding.note(
                "relief.waited",
                Value.count("blocked", 1),
                Value.count("sends", 2),
                Value.text("window", "window.all-out"),
                Value.text("more", "window.sync"));

        assertThat(FindingText.FLAGS.of(sync)).endsWith("raise --producers: each has one send (--sync) at a time");
        assertThat(text(List.of("phases:"), "dyno", "run", "load.yaml").of(sync))
                .endsWith("raise producers.count: each has one send (producers.mode: sync) at a time");
    }

    @Test
    void aSentenceOfAnOlderVersionStands() {
        assertThat(FindingText.FLAGS.line(Finding.of(Finding.Level.SUSPECT, "few-samples", "as {it} was\n<once>")))
                .isEqualTo("SUSPECT few-samples: as {it} was <once>");
    }

    @Test
    void aCodeOfANewerVersionIsShownByItsValues() {
        assertThat(FindingText.FLAGS.line(Finding.note("newer", Value.ns("delay", 2e6), Value.text("of", "w1"))))
                .isEqualTo("NOTE newer: 2 ms, w1");
    }
}
