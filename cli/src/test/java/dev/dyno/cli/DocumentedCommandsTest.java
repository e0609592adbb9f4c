package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.study.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParseResult;

/** Every command line in the code blocks of README and docs is understood, and a load can be printed as what would run. */
class DocumentedCommandsTest extends OnManagedBroker {

    private static final Set<String> LOADS = Set.of("client", "producer", "consumer", "run");

    /** For all commands of a test: all verbs with their options take longer to make than a line to parse. */
    private final CommandLine dyno = Main.commandLine();

    @Test
    void documentsHaveCommands() throws IOException {
        assertThat(DocumentedCommand.all()).hasSizeGreaterThan(90);
        assertThat(DocumentedCommand.all().stream().map(DocumentedCommand::place))
                .anyMatch(place -> place.startsWith("README.md:"))
                .anyMatch(place -> place.startsWith("docs/guide/workers.md:"));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandIsUnderstood() throws IOException {
        return DocumentedCommand.all().stream()
                .map(command -> DynamicTest.dynamicTest(command.toString(), () -> understand(command)));
    }

    private void understand(DocumentedCommand command) {
        List<String> words = command.words()
                .subList(command.has("perf") ? 1 : 0, command.words().size());
        ParseResult parsed = dyno.parseArgs(words.toArray(String[]::new));
        for (ParseResult level = parsed; level != null; level = level.hasSubcommand() ? level.subcommand() : null) {
            assertThat(level.errors()).isEmpty();
        }
        if (LOADS.contains(command.verb()) && !command.needs().startsWith("files") && !isRefused(command)) {
            for (List<String> one : oneFileEach(here(command.words()))) {
                List<String> printed = new ArrayList<>(one);
                printed.removeIf(word -> word.equals("--print-config"));
                printed.add("--print-config");
                Ran ran = run(printed.toArray(String[]::new)).ended(Exit.GOOD);
                assertThat(ran.out()).contains("phases:");
            }
        }
    }

    /** The guide of {@code artemis perf} has one that cannot run, and its page here says so. */
    static boolean isRefused(DocumentedCommand command) {
        return command.place().startsWith("docs/guide/from-artemis-perf.md:")
                && command.has("--durable")
                && !command.has("--clientID");
    }

    private static List<List<String>> oneFileEach(List<String> words) {
        List<String> files =
                words.stream().filter(word -> word.endsWith(".yaml")).toList();
        return files.size() < 2
                ? List.of(words)
                : files.stream()
                        .map(file -> words.stream()
                                .filter(word -> word.equals(file) || !files.contains(word))
                                .toList())
                        .toList();
    }

    @Test
    void everyCommandInTheTextIsUnderstood() throws IOException {
        assertThat(DocumentedCommand.inTexts()).hasSizeGreaterThan(30).allSatisfy(command -> {
            ParseResult level = dyno.parseArgs(command.words().toArray(String[]::new));
            while (level.hasSubcommand()) {
                level = level.subcommand();
            }
            // A verb alone stands for itself.
            assertThat(level.errors()).as(command.toString()).allMatch(e -> e instanceof MissingParameterException);
        });
    }

    /** A study with a file of that name in studies/, and what its axes have, in the size that the command asks for. */
    @Test
    void everyLimitOfAStudyNamesAValueOfItsAxis() throws IOException {
        List<DocumentedCommand> limited = Stream.concat(
                        DocumentedCommand.all().stream(), DocumentedCommand.inTexts().stream())
                .filter(command -> command.has("study") && command.has("--only"))
                .toList();
        assertThat(limited).hasSizeGreaterThan(1).allSatisfy(command -> {
            Path study = DocumentedCommand.PROJECT.resolve(
                    "studies/" + command.words().get(1) + ".yaml");
            StudyFile file = StudyFile.read(study, command.has("--quick"));
            for (int i = 0; i < command.words().size(); i++) {
                if (command.words().get(i).equals("--only")) {
                    String[] limit = command.words().get(i + 1).split("=", 2);
                    assertThat(file.study().axes())
                            .as(command.toString())
                            .anyMatch(axis -> axis.name().equals(limit[0])
                                    && axis.values().stream().anyMatch(value -> List.of(value.name(), "all")
                                            .contains(limit[1])));
                }
            }
        });
    }

    /** With the paths of the project's files as they are from here. */
    static List<String> here(List<String> words) {
        return words.stream()
                .map(word -> {
                    Path file = DocumentedCommand.PROJECT.resolve(word);
                    return word.contains("://") || !Files.isRegularFile(file) ? word : file.toString();
                })
                .toList();
    }
}
