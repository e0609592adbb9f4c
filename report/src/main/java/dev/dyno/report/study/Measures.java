package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Figures of runs in the form of a study: values by name. */
public final class Measures {

    /** Suffix of a figure's name: whether its value in that run is a lower bound, because messages were unfinished at its end. */
    static final String BOUND = "-is-bound";

    /** Between a figure's name and the kind of its mark, if it has one: the share of the mark. */
    private static final String MARK = "-is-";

    /** Suffix of a figure's name, if its value is a lower bound: its upper bound, if any. */
    private static final String MOST = "-most";

    private Measures() {}

    /** All figures of a run's result. */
    public static Map<String, Double> of(RunResult result) {
        return of(Numbers.of(result));
    }

    static Map<String, Double> of(Numbers numbers) {
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, Double> bounds = new LinkedHashMap<>();
        for (Figure figure : Figures.of(Use.STUDY)) {
            figure.of(numbers).ifPresent(value -> {
                values.put(figure.name(), value.low());
                figure.mark(numbers)
                        .filter(mark -> mark.kind() != Kind.BOUND)
                        .ifPresent(mark ->
                                bounds.put(figure.name() + MARK + mark.kind().word(), mark.share()));
                if (!value.isExact()) {
                    bounds.put(figure.name() + BOUND, 1.0);
                    if (!value.isOpen()) {
                        bounds.put(figure.name() + MOST, value.high());
                    }
                }
            });
        }
        values.putAll(bounds);
        return values;
    }

    /** Whether a name is that of a bound or mark rather than of a figure. */
    static boolean isAboutFigure(String name) {
        return name.contains(MARK) || name.endsWith(MOST);
    }

    /** Whether a figure of a run has a mark, other than that it is a bound. */
    static boolean isMarked(Map<String, Double> values, String name) {
        return Stream.of(Kind.values())
                .anyMatch(kind -> kind != Kind.BOUND && values.containsKey(name + MARK + kind.word()));
    }

    /** Upper end of a run's value; infinite if there is none. */
    static double atMost(Map<String, Double> values, String name) {
        boolean bound = values.containsKey(name + BOUND);
        return values.getOrDefault(bound ? name + MOST : name, Double.POSITIVE_INFINITY);
    }

    /**
     * Figures from stored data of a run other than its result.
     *
     * @param folder of the finished run
     * @throws RunFolderException with a sentence, if it cannot be read
     */
    public static Map<String, Double> ofSeconds(Path folder) throws RunFolderException {
        List<ResourceSample> samples = RunFolder.hasResources(folder) ? RunFolder.readResources(folder) : List.of();
        return HeapAtBacklog.measures(RunFolder.readIntervalSummaries(folder), samples);
    }

    /**
     * The figure of a run with the given name.
     *
     * @throws IllegalArgumentException with a sentence that lists them
     */
    static Figure find(String name) {
        return find(Use.STUDY, name, "");
    }

    /** The figure of each second with the given name, see {@link #find}. */
    static Figure overTime(String name) {
        return find(Use.OVER_TIME, name, " over time,");
    }

    private static Figure find(Use use, String name, String which) {
        return Figures.find(use, name)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + ";" + which + " must be one of " + Figures.names(use) + "."));
    }
}
