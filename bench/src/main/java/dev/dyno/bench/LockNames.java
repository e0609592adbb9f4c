package dev.dyno.bench;

import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.report.page.Axis;
import dev.dyno.report.page.BarChart;
import dev.dyno.report.page.Size;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.FlameGraph;

/**
 * Draws where the threads of a study's brokers waited for locks, from the lock profiles of the last step of each trial. The chart
 * {@code locks.svg} has for each method the mean number of threads that waited in it, by the values of the first axis. The page
 * {@code locks-difference.html} is the flame graph of the first run with the second value, coloured by the difference from the
 * first run with the first value.
 */
public final class LockNames {

    private static final int MOST = 4;
    private static final double NS_PER_US = 1e3;

    /** Frames of the JDK, which are in every wait. */
    private static final String LIBRARY = "(java|jdk|sun)\\..*";

    /** Mean number of threads that waited, by method, in one run, and the page with its flame graph. */
    private record Waits(Map<String, Double> threads, Path page) {}

    private LockNames() {}

    public static void main(String[] args) throws IOException {
        StudyFolder study = StudyFolder.open(Path.of(args[0]));
        String axis = study.file().study().axes().get(0).name();
        Map<String, List<Waits>> byValue = new LinkedHashMap<>();
        study.file().study().axes().get(0).values().forEach(value -> byValue.put(value.name(), new ArrayList<>()));
        for (Trial trial : study.trials()) {
            List<Waits> waits = Optional.ofNullable(
                            byValue.get(String.valueOf(trial.cell().get(axis))))
                    .orElseThrow();
            Trial.StepResult last = trial.steps().get(trial.steps().size() - 1);
            Optional<Path> run = last.run().map(study.runs()::resolve);
            if (run.isPresent() && RunFolder.isFinished(run.get())) {
                waits.addAll(waits(run.get()));
            }
        }
        byValue.values().removeIf(List::isEmpty);
        Path output = Path.of(args[1]);
        Files.writeString(output.resolve("locks.svg"), chart(axis, byValue).svg(Size.WIDE));
        List<String> names = List.copyOf(byValue.keySet());
        if (names.size() > 1) {
            difference(byValue, names.get(0), names.get(1), output.resolve("locks-difference.html"));
        }
    }

    private static List<Waits> waits(Path run) throws IOException {
        RunResult result = new RunFolderReader(run).summary().result();
        List<Waits> all = new ArrayList<>();
        for (ProfileResult profile : result.profiles()) {
            if (profile.event().equals("lock") && profile.page().isPresent()) {
                Path page = run.resolve(profile.page().get());
                Map<String, Double> threads = new LinkedHashMap<>();
                for (String line : collapsed(page)) {
                    int end = line.lastIndexOf(' ');
                    double waitedNs = Double.parseDouble(line.substring(end + 1)) * NS_PER_US;
                    threads.merge(method(line.substring(0, end)), waitedNs / result.measuredNs(), Double::sum);
                }
                all.add(new Waits(threads, page));
            }
        }
        return all;
    }

    /** Stacks of a flame graph, each with the µs waited in it; without the numbers of lambdas, which differ from JVM to JVM. */
    private static List<String> collapsed(Path page) throws IOException {
        Arguments arguments = new Arguments();
        arguments.output = "collapsed";
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        FlameGraph.parse(page.toString(), arguments).dump(text);
        return text.toString(StandardCharsets.UTF_8)
                .replaceAll("\\$\\$Lambda\\$\\d+", "\\$\\$Lambda")
                .lines()
                .toList();
    }

    /** The innermost method outside the JDK, or else the class of the lock, which is the last frame of a stack. */
    private static String method(String stack) {
        List<String> frames = List.of(stack.replaceAll("_\\[.]", "").split(";", -1));
        for (int i = frames.size() - 2; i >= 0; i--) {
            if (!frames.get(i).matches(LIBRARY)) {
                return frames.get(i).replaceFirst("^.*?([^.$]+\\.[^.]+)$", "$1");
            }
        }
        return frames.get(frames.size() - 1);
    }

    private static BarChart chart(String axis, Map<String, List<Waits>> byValue) {
        Map<String, Double> sums = new LinkedHashMap<>();
        byValue.values()
                .forEach(runs -> runs.forEach(
                        run -> run.threads.forEach((method, threads) -> sums.merge(method, threads, Double::sum))));
        List<String> methods = sums.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
        List<BarChart.Bars> series = new ArrayList<>();
        byValue.forEach((value, runs) -> series.add(new BarChart.Bars(
                value, methods.stream().map(method -> bar(runs, method)).toList())));
        return new BarChart(
                "Threads that wait for a lock at a time, by method and " + axis,
                "mean over the profiled runs, with the least and the greatest",
                "",
                methods,
                Axis.linear("", Unit.NUMBER),
                series);
    }

    private static BarChart.Bar bar(List<Waits> runs, String method) {
        DoubleSummaryStatistics threads = runs.stream()
                .mapToDouble(run -> run.threads.getOrDefault(method, 0.0))
                .summaryStatistics();
        return new BarChart.Bar(threads.getAverage(), threads.getMin(), threads.getMax());
    }

    private static void difference(Map<String, List<Waits>> byValue, String first, String second, Path output)
            throws IOException {
        FlameGraph graph = graph(
                byValue.getOrDefault(second, List.of()),
                "Waits for locks of " + second + "; red: more than of " + first + ", blue: less, yellow: only here");
        graph.diff(graph(byValue.getOrDefault(first, List.of()), ""));
        try (OutputStream out = Files.newOutputStream(output)) {
            graph.dump(out);
        }
    }

    /** Flame graph of the first of the given runs. */
    private static FlameGraph graph(List<Waits> runs, String title) throws IOException {
        Arguments arguments = new Arguments();
        arguments.title = title;
        FlameGraph graph = new FlameGraph(arguments);
        graph.parseCollapsed(
                new StringReader(String.join("\n", collapsed(runs.get(0).page()))));
        return graph;
    }
}
