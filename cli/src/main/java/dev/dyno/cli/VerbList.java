package dev.dyno.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;

/** Verbs by task, one line each, for the help of {@code dyno} itself. */
final class VerbList {

    /** A line of the list; several verbs may share it. */
    private record Line(List<String> verbs, String words) {

        static Line of(String words, String... verbs) {
            return new Line(List.of(verbs), words);
        }

        String names() {
            return String.join(", ", verbs);
        }
    }

    private record Task(String title, List<Line> lines) {

        static Task of(String title, Line... lines) {
            return new Task(title, List.of(lines));
        }
    }

    private static final List<Task> TASKS = List.of(
            Task.of(
                    "Measure",
                    Line.of("a load that options describe, sent and received", "client"),
                    Line.of("one side of it", "producer", "consumer"),
                    Line.of("the highest rate that holds, and what limits it", "capacity"),
                    Line.of("workload files, each on each broker", "run"),
                    Line.of("each kind of traffic on one broker", "suite"),
                    Line.of("a matrix of runs, with its table and charts", "study"),
                    Line.of("two setups in turns, or stored runs", "compare")),
            Task.of(
                    "Read results",
                    Line.of("a reason of a verdict, and what to do", "explain"),
                    Line.of("the stored runs, as a list, in a browser, or in SQL", "history", "ui", "query"),
                    Line.of("pages, charts and tables of stored runs", "report"),
                    Line.of("fail where a run is worse than a baseline", "gate")),
            Task.of(
                    "Prepare",
                    Line.of("what Dyno can start and reach, with all settings", "broker", "driver"),
                    Line.of("what is wrong with a workload file", "validate"),
                    Line.of("what Dyno itself costs here, and whether it is right", "selftest"),
                    Line.of("a share of a load, on one of several machines", "worker"),
                    Line.of("for the shell, for a verb", "completion", "help")));

    private VerbList() {}

    static List<String> verbs() {
        return lines().flatMap(line -> line.verbs().stream()).toList();
    }

    private static Stream<Line> lines() {
        return TASKS.stream().flatMap(task -> task.lines().stream());
    }

    static String render(Help help) {
        int column = lines().mapToInt(line -> line.names().length()).max().orElse(1);
        return TASKS.stream()
                .map(task -> task.title()
                        + task.lines().stream()
                                .map(line -> String.format(
                                        Locale.ROOT, "%n  %-" + column + "s   %s", line.names(), line.words()))
                                .collect(Collectors.joining())
                        + System.lineSeparator())
                .collect(Collectors.joining());
    }
}
