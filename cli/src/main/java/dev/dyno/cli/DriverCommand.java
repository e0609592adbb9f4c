package dev.dyno.cli;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.load.DriverFolders;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno driver}: the drivers and their settings. */
@Command(
        name = "driver",
        mixinStandardHelpOptions = true,
        description = "The drivers, and what can be set of each.",
        footer = {"", "Example: dyno driver show kafka"})
final class DriverCommand implements Runnable {

    private static final String INDENT = "  ";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the drivers.",
            footer = {"", "Example: dyno driver list"})
    int list() {
        DriverFolders drivers = new DriverFolders(Home.find().drivers(), List.of());
        SettingLines lines =
                new SettingLines(spec.commandLine().getOut(), spec.commandLine().getUsageHelpWidth());
        int column = drivers.names().stream().mapToInt(String::length).max().orElse(0) + INDENT.length();
        try {
            for (String name : drivers.names()) {
                lines.wrap(
                        name + " ".repeat(column - name.length()), " ".repeat(column), drivers.description(name) + ".");
            }
        } catch (DriverException e) {
            return refuse(e);
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
            @Parameters(paramLabel = "NAME", arity = "1..*", description = "One that dyno driver list shows.")
                    List<String> names,
            @Option(
                            names = "--jars",
                            paramLabel = "PATH",
                            description = "Jars of your own, or folders of jars. Default: none.")
                    List<Path> jars) {
        DriverFolders drivers = new DriverFolders(Home.find().drivers(), jars == null ? List.of() : jars);
        try {
            for (String name : names) {
                print(name, drivers.description(name), drivers.settings(name));
            }
        } catch (DriverException e) {
            return refuse(e);
        }
        return Exit.GOOD;
    }

    private int refuse(DriverException e) {
        return Refusal.say(
                spec.commandLine().getParseResult().subcommand().commandSpec(),
                List.of(String.valueOf(e.getMessage())));
    }

    private void print(String name, String description, DriverSettings settings) {
        PrintWriter out = spec.commandLine().getOut();
        SettingLines lines = new SettingLines(out, spec.commandLine().getUsageHelpWidth());
        lines.wrap("", INDENT, name + ": " + description + ".");
        lines.print(settings.own().settings());
        for (LibraryPart part : settings.library()) {
            lines.wrap("", INDENT, part.description());
            if (!part.free().isEmpty()) {
                lines.wrap(INDENT, INDENT, String.join(", ", part.free()));
            }
        }
        out.flush();
    }
}
