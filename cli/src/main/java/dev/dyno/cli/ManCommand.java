package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dyno man}: the manual page of a verb. */
@Command(
        name = "man",
        description = "Print the manual page of Dyno, or of a verb, as the program man reads it.",
        footer = {"", "Example: dyno man client"})
final class ManCommand extends Verb {

    @Parameters(paramLabel = "VERB", arity = "0..2", description = "A verb, or a verb and one below it.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--into",
            paramLabel = "FOLDER",
            description = "Write the pages of Dyno and all its verbs there instead. Default: one is printed.")
    private Optional<Path> into = Optional.empty();

    @Override
    int carryOut() throws Refusal, IOException {
        if (into.isPresent()) {
            writeAll(Files.createDirectories(into.get()), spec.root());
        } else {
            out().print(ManPage.of(named()));
        }
        return Exit.GOOD;
    }

    private CommandSpec named() throws Refusal {
        CommandSpec found = spec.root();
        for (String word : words) {
            CommandLine below = found.subcommands().get(word);
            if (below == null) {
                throw new Refusal(List.of("VERB: " + String.join(" ", words) + "; must be one of "
                        + String.join(", ", found.subcommands().keySet()) + "."));
            }
            found = below.getCommandSpec();
        }
        return found;
    }

    private static void writeAll(Path folder, CommandSpec command) throws IOException {
        Files.writeString(
                folder.resolve(command.qualifiedName("-") + ".1"), ManPage.of(command), StandardCharsets.UTF_8);
        for (CommandLine below : command.subcommands().values()) {
            if (!(below.getCommand() instanceof CommandLine.HelpCommand)) {
                writeAll(folder, below.getCommandSpec());
            }
        }
    }
}
