package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.config.LoadSetting;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help is true. */
class HelpTest extends WithDyno {

    /** Defaults that are said in words instead, because the value alone says little. */
    private static final Map<String, String> IN_WORDS = Map.ofEntries(
            Map.entry("--duration", "until Ctrl+C"),
            Map.entry("--warmup", "until steady, at most 15s, before --duration; in a file none"),
            Map.entry("--message-count", "no limit"),
            Map.entry("--commit-interval", "no transactions"),
            Map.entry("--ttl", "for ever"),
            Map.entry("--shared", "each consumer has one of its own"),
            Map.entry("--consumer-connections", "one per consumer"),
            Map.entry("--think-time", "nothing"),
            Map.entry("--start-delay", "with it"),
            Map.entry("--port", "a free one"));

    private static final Pattern QUOTED_OR_PLAIN = Pattern.compile("\"[^\"]*\"|\\S+");

    /** Every verb and the verbs below it, as they are typed. */
    static Stream<String> verbs() {
        return commands(root()).map(CommandSpec::qualifiedName);
    }

    private static CommandSpec root() {
        return Main.commandLine().getCommandSpec();
    }

    private static Stream<CommandSpec> commands(CommandSpec spec) {
        return Stream.concat(
                Stream.of(spec),
                spec.subcommands().values().stream()
                        .distinct()
                        .map(CommandLine::getCommandSpec)
                        .filter(below -> !(below.userObject() instanceof HelpCommand))
                        .flatMap(HelpTest::commands));
    }

    private static Stream<OptionSpec> options() {
        return commands(root()).flatMap(spec -> spec.options().stream());
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void everyVerbShowsAnExampleThatBeginsWithItself(String verb) {
        String[] words = (verb + " --help").split(" ", -1);
        Ran ran = dyno.run(Arrays.copyOfRange(words, 1, words.length)).good();
        assertThat(ran.out()).contains("Usage: " + verb).containsPattern("Examples?:\\s+(source <\\()?" + verb);
    }

    /** It is made without the verbs, whose options take longer. */
    @Test
    void helpOfDynoIsThatOfAllItsVerbs() {
        assertThat(Main.commandLine(Map.of(), "--help").getUsageMessage())
                .contains("the highest rate that holds")
                .isEqualTo(Main.commandLine().getUsageMessage());
    }

    /** An example that is refused is none: all but those that need a broker elsewhere are parsed to the end. */
    @Test
    void everyExampleIsUnderstood() {
        String[] examples = commands(root())
                .flatMap(spec -> Arrays.stream(spec.usageMessage().footer()))
                .map(line -> line.replaceFirst("^(Example:)? *", ""))
                .filter(line -> line.startsWith("dyno "))
                .toArray(String[]::new);
        assertThat(examples).hasSizeGreaterThanOrEqualTo(6);
        for (String example : examples) {
            assertThat(example).as("a line of a terminal, indented").hasSizeLessThan(79);
            String[] words = QUOTED_OR_PLAIN
                    .matcher(example)
                    .results()
                    .map(word -> word.group().replace("\"", ""))
                    .toArray(String[]::new);
            CommandLine.ParseResult parsed = Main.commandLine().parseArgs(Arrays.copyOfRange(words, 1, words.length));
            assertThat(parsed.hasSubcommand()).as(example).isTrue();
            assertThat(parsed.subcommand().errors()).as(example).isEmpty();
            if (parsed.subcommand().hasSubcommand()) {
                assertThat(parsed.subcommand().subcommand().errors())
                        .as(example)
                        .isEmpty();
            }
        }
    }

    @Test
    void everyOptionWithAValueSaysItsDefault() {
        assertThat(options().filter(option -> option.arity().max() > 0))
                .isNotEmpty()
                .allSatisfy(option -> {
                    String text = String.join(" ", option.description());
                    if (IN_WORDS.containsKey(option.longestName())) {
                        assertThat(text).contains(" Default: " + IN_WORDS.get(option.longestName()));
                    } else if (option.defaultValue() != null) {
                        assertThat(text).endsWith(" Default: " + option.defaultValue() + ".");
                    } else {
                        assertThat(text).as(option.longestName()).contains("Default: ");
                    }
                });
    }

    /** Help shows {@code defaultValue}; what is used is the field, before and after nothing has been typed. */
    @ParameterizedTest
    @ValueSource(strings = {"client", "producer", "consumer"})
    void theDefaultThatIsShownIsTheOneThatIsUsed(String verb) {
        CommandSpec parsed = Main.commandLine().parseArgs(verb).subcommand().commandSpec();
        assertThat(parsed.options())
                .filteredOn(option ->
                        option.defaultValue() != null && option.arity().max() > 0)
                .hasSizeGreaterThan(4)
                .allSatisfy(option -> {
                    assertThat(option.initialValue()).as(option.longestName()).isEqualTo(option.defaultValue());
                    Object used = option.getValue();
                    assertThat(used).as(option.longestName()).isEqualTo(option.defaultValue());
                });
    }

    private static List<OptionSpec> optionsOf(String verb) {
        return Main.commandLine().parseArgs(verb).subcommand().commandSpec().options();
    }

    /** A percent sign in a description is one in the help, too. */
    @Test
    void descriptionsWithAPercentSignAreShownAsTheyAre() {
        Ran ran = dyno.run("capacity", "--help-all").good();
        assertThat(ran.out()).contains("99.5 %").contains("Default: 3%.").doesNotContain("%%");
    }

    @Test
    void theHelpOfDynoHasEveryVerbByTaskAndFitsAScreen() {
        Ran ran = dyno.run("--help");
        assertThat(ran.outLines().stream()
                        .filter(line -> line.matches("  [a-z].*"))
                        .flatMap(line -> Stream.of(
                                line.strip().replaceFirst(" {2,}.*", "").split(", ", -1))))
                .containsExactlyInAnyOrderElementsOf(root().subcommands().keySet());
        assertThat(ran.outLines())
                .hasSizeLessThanOrEqualTo(30)
                .contains("Measure", "Read results", "Prepare")
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "producer", "consumer"})
    void theHelpOfALoadExplainsTenOptionsAndNamesAllOthers(String verb) {
        Ran shorter = dyno.run(verb, "--help");
        Ran longer = dyno.run(verb, "--help-all");
        assertThat(shorter.outLines()).hasSizeLessThanOrEqualTo(60);
        assertThat(shorter.out().lines().filter(line -> line.matches(" {6}--.*")))
                .hasSizeLessThanOrEqualTo(11);
        assertThat(longer.outLines()).hasSizeGreaterThan(100).contains("Load", "Measuring", "Output");
        assertThat(optionsOf(verb))
                .allSatisfy(option -> assertThat(option.longestName()).satisfies(name -> {
                    assertThat(shorter.out()).containsPattern(name + "\\b");
                    assertThat(longer.out()).containsPattern(" " + name + "[\\[= \\n]");
                }));
    }

    @Test
    void theMostUsedOptionsAreTen() {
        assertThat(optionsOf("client"))
                .filteredOn(option -> option.userObject() instanceof LoadSetting<?, ?> setting && setting.isOften())
                .extracting(OptionSpec::longestName)
                .containsExactlyInAnyOrder(
                        "--url --broker --rate --duration --warmup --message-size --persistent --producers --consumers --max-pending"
                                .split(" ", -1));
    }
}
