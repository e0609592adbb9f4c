package dev.dyno.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command line of a code block in a document.
 *
 * @param place file and line
 * @param environment {@code NAME=VALUE} before {@code dyno}
 * @param words without {@code dyno}
 * @param needs for what it cannot be run here, as a comment before its block says; empty = it can
 */
record DocumentedCommand(String place, List<String> environment, List<String> words, String needs) {

    /** The folder of the project. */
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern NEEDS = Pattern.compile("<!-- commands that need (.*) -->");
    /** At the beginning of a line, behind a prompt or its environment, or in the second column of a table of two tools. */
    private static final Pattern COMMAND =
            Pattern.compile("(?:^|^\\$ |^((?:[A-Z_]+=\\S+ )+)|.*?\\S {2,}|& )(?:\\./)?dyno (?!run:|gate:|[0-9])");

    private static final Pattern SPAN = Pattern.compile("(?<!`)`(?:\\./)?dyno ([^`]+)`(?!`)");

    private static final Pattern WORD =
            Pattern.compile("\\s*(?:(#.*)|(&&|\\|\\||[&;|>])|((?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\&;|>])+))");

    DocumentedCommand {
        environment = List.copyOf(environment);
        words = List.copyOf(words);
    }

    static List<DocumentedCommand> all() throws IOException {
        List<DocumentedCommand> all = new ArrayList<>();
        for (Path file : documents()) {
            read(file, all);
        }
        return all;
    }

    /** Decisions are dated and not kept current, and the reference is made by the build. */
    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(PROJECT.resolve("README.md")));
        for (String folder : List.of("docs", "studies", "workloads")) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !PROJECT.relativize(file).toString().matches("docs/(reference|adr)/.*"))
                        .sorted()
                        .forEach(documents::add);
            }
        }
        return documents;
    }

    /** Commands within sentences, often without all that they need. */
    static List<DocumentedCommand> inTexts() throws IOException {
        List<DocumentedCommand> all = new ArrayList<>();
        for (Path file : documents()) {
            Matcher span = SPAN.matcher(String.join("\n", lines(file)));
            while (span.find()) {
                if (!span.group(1).contains("\u2026")) {
                    List<String> words = words(span.group(1));
                    all.add(new DocumentedCommand(
                            PROJECT.relativize(file).toString(),
                            List.of(),
                            words.get(0).equals("perf") ? words.subList(1, words.size()) : words,
                            "text"));
                }
            }
        }
        return all;
    }

    private static void read(Path file, List<DocumentedCommand> all) {
        List<String> lines = lines(file);
        boolean inBlock = false;
        String needs = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("```")) {
                Matcher said = NEEDS.matcher(i == 0 ? "" : lines.get(i - 1).strip());
                needs = !inBlock && said.matches() ? said.group(1) : "";
                inBlock = !inBlock;
                continue;
            }
            // The pattern is slow with a long line that it does not match.
            if (!inBlock || !line.contains("dyno ") || !COMMAND.matcher(line).find()) {
                continue;
            }
            String place = PROJECT.relativize(file) + ":" + (i + 1);
            StringBuilder whole = new StringBuilder(line);
            // A backslash at its end continues a line, and so does an open quotation mark.
            while (whole.charAt(whole.length() - 1) == '\\'
                    || whole.chars().filter(c -> c == '"').count() % 2 == 1) {
                if (whole.charAt(whole.length() - 1) == '\\') {
                    whole.setLength(whole.length() - 1);
                }
                whole.append(' ').append(lines.get(++i).strip());
            }
            Matcher command = COMMAND.matcher(whole);
            for (int from = 0; command.find(from); from = command.end()) {
                String before = Objects.requireNonNullElse(command.group(1), "");
                all.add(new DocumentedCommand(place, words(before), words(whole.substring(command.end())), needs));
                if (command.end() >= whole.length()) {
                    break;
                }
            }
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Words of the first command in a text, divided as a shell divides them. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.lookingAt() && word.group(3) != null) {
            words.add(word.group(3).replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"));
            word.region(word.end(), text.length());
        }
        return words;
    }

    String verb() {
        return words.get(words.get(0).equals("perf") ? 1 : 0);
    }

    boolean has(String word) {
        return words.contains(word);
    }

    @Override
    public String toString() {
        return place + " " + String.join(" ", words);
    }
}
