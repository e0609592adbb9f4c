package dev.dyno.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a verb, in the language of the program man. */
final class ManPage {

    private final CommandSpec command;
    private final StringBuilder text = new StringBuilder();

    private ManPage(CommandSpec command) {
        this.command = command;
    }

    static String of(CommandSpec command) {
        return new ManPage(command).make();
    }

    private String make() {
        String name = command.qualifiedName("-");
        String version =
                String.join(" ", command.root().commandLine().getCommandSpec().version());
        macro("TH", name.toUpperCase(Locale.ROOT), "1", "", version, "Dyno");
        macro("SH", "NAME");
        line(escaped(name) + " \\- " + sentences(command.usageMessage().description()));
        macro("SH", "SYNOPSIS");
        line("\\fB" + escaped(command.qualifiedName(" ")) + "\\fR"
                + (command.subcommands().isEmpty() ? "" : " \\fIVERB\\fR") + " [\\fIOPTION\\fR]..."
                + command.positionalParameters().stream()
                        .map(parameter -> " "
                                + argument(
                                        parameter.paramLabel(),
                                        parameter.arity().min() == 0))
                        .collect(Collectors.joining()));
        if (!command.subcommands().isEmpty()) {
            macro("SH", "VERBS");
            command.subcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(verb -> !verb.usageMessage().hidden())
                    .forEach(verb -> item(
                            "\\fB" + escaped(verb.name()) + "\\fR",
                            verb.usageMessage().description()));
        }
        if (!command.positionalParameters().isEmpty()) {
            macro("SH", "ARGUMENTS");
            for (PositionalParamSpec parameter : command.positionalParameters()) {
                item(argument(parameter.paramLabel(), false), parameter.description());
            }
        }
        macro("SH", "OPTIONS");
        command.options().stream().filter(option -> !option.hidden()).forEach(this::option);
        macro("SH", "EXAMPLES");
        Stream.of(command.usageMessage().footer())
                .filter(line -> !line.isBlank())
                .forEach(line -> {
                    line(plain(line));
                    text.append(".br\n");
                });
        return text.toString();
    }

    private void option(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR";
        item(
                Stream.of(option.names())
                        .map(name -> "\\fB" + escaped(name) + "\\fR" + value)
                        .collect(Collectors.joining(", ")),
                option.description());
    }

    private static String argument(String label, boolean optional) {
        String word = "\\fI" + escaped(label.replaceAll("[\\[\\]]", "")) + "\\fR";
        return optional ? "[" + word + "]" : word;
    }

    private void item(String head, String... sentences) {
        text.append(".TP\n");
        line(head);
        line(sentences(sentences));
    }

    private void macro(String name, String... words) {
        text.append('.').append(name);
        for (String word : words) {
            text.append(" \"").append(escaped(word)).append('"');
        }
        text.append('\n');
    }

    /** Adds a line whose first character might be taken for a macro. */
    private void line(String line) {
        text.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(line)
                .append('\n');
    }

    private static String sentences(String... sentences) {
        return Stream.of(sentences).map(ManPage::plain).collect(Collectors.joining(" "));
    }

    /** The text without marks of styles. */
    private static String plain(String text) {
        return escaped(Ansi.OFF.string(text.replace("%n", " ").replace("%%", "%")));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }
}
