package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.SettingLines;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.engine.drivers.DriverFolders;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "driver",
        description = "The drivers and their settings.",
        footer = {"", "Example: dyno driver show kafka"})
final class DriverCommand extends Verb {

    private static final String INDENT = "  ";

    @Override
    int carryOut() {
        return usage();
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the drivers.",
            footer = {"", "Example: dyno driver list"})
    int list() throws DriverException {
        DriverFolders drivers = drivers(List.of());
        int column = drivers.names().stream().mapToInt(String::length).max().orElse(0) + INDENT.length();
        for (String name : drivers.names()) {
            String fetched = drivers.isFetched(name) ? "; fetched when it is first used." : ".";
            lines().row(name, column, drivers.description(name) + fetched);
        }
        return Exit.GOOD;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show what --driver-property sets: the settings of a driver, and the properties of its client"
                    + " library that it passes on.",
            footer = {"", "Example: dyno driver show kafka"})
    int show(
            @Parameters(
                            paramLabel = "NAME",
                            completionCandidates = Candidates.Drivers.class,
                            arity = "1..*",
                            description = "A driver that dyno driver list shows.")
                    List<String> names,
            @Option(
                            names = "--jars",
                            paramLabel = "PATH",
                            description = "Jars of your own, or folders of jars. Default: none.")
                    List<Path> jars)
            throws DriverException {
        DriverFolders drivers = drivers(jars == null ? List.of() : jars);
        for (String name : names) {
            print(name, drivers.description(name), drivers.settings(name));
        }
        return Exit.GOOD;
    }

    @Command(
            name = "fetch",
            mixinStandardHelpOptions = true,
            description = "Fetch the client libraries of drivers into this installation, which can then be copied to a"
                    + " machine without a network.",
            footer = {"", "Example: dyno driver fetch pulsar"})
    int fetch(
            @Parameters(
                            paramLabel = "NAME",
                            completionCandidates = Candidates.Drivers.class,
                            arity = "1..*",
                            description = "A driver that dyno driver list shows.")
                    List<String> names)
            throws DriverException {
        for (String name : names) {
            drivers(List.of()).fetch(name);
            out().println("driver " + name + ": its libraries are here");
        }
        return Exit.GOOD;
    }

    private void print(String name, String description, DriverSettings settings) {
        SettingLines lines = lines();
        lines.wrap("", INDENT, name + ": " + description + ".");
        lines.print(settings.own().settings());
        for (LibraryPart part : settings.library()) {
            lines.wrap("", INDENT, part.description());
            if (!part.free().isEmpty()) {
                lines.wrap(INDENT, INDENT, String.join(", ", part.free()));
            }
            part.decided().ifPresent(sentence -> lines.wrap("", INDENT, sentence));
        }
    }
}
