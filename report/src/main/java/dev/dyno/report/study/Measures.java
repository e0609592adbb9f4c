package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Latency;
import dev.dyno.model.threshold.FigureDoubt;
import dev.dyno.report.store.HdrLogReporter;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Values of the figures of a run, by name, in the form that a study stores. */
public final class Measures {

    /** Suffix for a measure that is 1 if the figure's value is a lower bound, because messages were unfinished; else missing. */
    static final String BOUND = "-is-bound";

    /** Separates a figure's name from the kind of its mark, in the name of the measure for the share of the mark. */
    private static final String MARK = "-is-";

    /** Suffix for the upper bound of a figure whose value is a lower bound; missing if there is none. */
    private static final String MOST = "-most";

    /** Suffix for the least possible value of a figure with a mark that may make it lower. */
    private static final String AT_LEAST = MARK + "from";

    /** Suffix for the greatest possible value of a figure with a mark that may make it higher. */
    private static final String AT_MOST = MARK + "up-to";

    /** Stored for an upper end that is infinite, because JSON has no infinity. */
    private static final double NO_END = -1;

    private Measures() {}

    /**
     * Measured figures of a run, followed by the measures about their bounds and marks.
     *
     * @param named figures that the study names, beside those that every study stores
     */
    public static Map<String, Double> of(Numbers numbers, Collection<Figure> named) {
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, Double> bounds = new LinkedHashMap<>();
        Set<Figure> all = new TreeSet<>(Figures.of(Use.STUDY));
        all.addAll(named);
        for (Figure figure : all) {
            figure.of(numbers).ifPresent(value -> {
                values.put(figure.name(), value.low());
                figure.mark(numbers)
                        .filter(mark -> mark.kind() != Kind.BOUND)
                        .ifPresent(mark ->
                                bounds.put(figure.name() + MARK + mark.kind().word(), mark.share()));
                double least = FigureDoubt.of(figure, numbers, value.low()).low();
                double most = FigureDoubt.of(figure, numbers, value.high()).high();
                if (least < value.low()) {
                    bounds.put(figure.name() + AT_LEAST, least);
                }
                if (most > value.high()) {
                    bounds.put(figure.name() + AT_MOST, Double.isInfinite(most) ? NO_END : most);
                }
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

    /** Whether a figure of a run has a mark other than {@link Kind#BOUND}. */
    static boolean isMarked(Map<String, Double> values, String name) {
        return Stream.of(Kind.values())
                .anyMatch(kind -> kind != Kind.BOUND && values.containsKey(name + MARK + kind.word()));
    }

    /** Upper end of a run's value; infinite if there is none. */
    static double atMost(Map<String, Double> values, String name) {
        boolean bound = values.containsKey(name + BOUND);
        return values.getOrDefault(bound ? name + MOST : name, Double.POSITIVE_INFINITY);
    }

    /** Lower end, upper end and value of a measured figure; bounds and marks widen the ends. */
    static double[] ends(Map<String, Double> values, String name) {
        double value = values.getOrDefault(name, Double.NaN);
        double most = values.getOrDefault(name + AT_MOST, atMost(values, name));
        return new double[] {
            values.getOrDefault(name + AT_LEAST, value), most == NO_END ? Double.POSITIVE_INFINITY : most, value
        };
    }

    /**
     * Figures that the result of a run lacks, computed from its stored seconds.
     *
     * @param folder folder of the finished run
     * @throws RunFolderException with a sentence, if it cannot be read
     */
    public static Map<String, Double> ofSeconds(Path folder) throws RunFolderException {
        RunFolderReader stored = new RunFolderReader(folder);
        return HeapAtBacklog.measures(stored.briefIntervals(), stored.resources());
    }

    /**
     * The figure of a run with the given name.
     *
     * @throws IllegalArgumentException with a sentence that lists the possible names
     */
    static Figure find(String name) {
        return find(Use.STUDY, name, "");
    }

    /** The figure of each second with the given name, see {@link #find}. */
    static Figure overTime(String name) {
        return find(Use.OVER_TIME, name, " over time,");
    }

    /**
     * Title of a histogram with the given tag: a latency, or {@code warmup-} and a latency.
     *
     * @throws IllegalArgumentException with a sentence that lists the possible tags
     */
    static String histogramTitle(String tag) {
        boolean isWarmup = tag.startsWith(HdrLogReporter.WARMUP_PREFIX);
        return Latency.find(isWarmup ? tag.substring(HdrLogReporter.WARMUP_PREFIX.length()) : tag)
                .map(latency -> latency.title() + (isWarmup ? " in the warm-up" : ""))
                .orElseThrow(() -> new IllegalArgumentException(tag + "; must be one of "
                        + Stream.of(Latency.values()).map(Latency::tag).collect(Collectors.joining(", "))
                        + ", with " + HdrLogReporter.WARMUP_PREFIX + " before it for the messages of the warm-up."));
    }

    private static Figure find(Use use, String name, String which) {
        return Figures.find(use, name)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + ";" + which + " must be one of " + Figures.names(use) + "."));
    }
}
