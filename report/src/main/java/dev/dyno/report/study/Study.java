package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.pace.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A matrix of runs: every combination of the axes' values, each repeated.
 *
 * <p>Settings are {@code key=value} pairs in the words of the command line's setups, for example {@code broker=artemis} or
 * {@code workload.phases.measure=10s}. If several set the same key, an axis wins over a step, and a step over {@code setup}.
 *
 * @param setup settings of every run
 * @param steps steps of each cell, one after another on one broker; at least one
 * @param cells values of the cells that are run by default; empty = all
 * @param instead settings that replace those of all cells, given when the study was begun
 */
public record Study(
        About about,
        Rounds rounds,
        Map<String, String> setup,
        List<Axis> axes,
        List<Step> steps,
        List<Map<String, String>> cells,
        Output output,
        Needs needs,
        Map<String, String> instead) {

    /**
     * @param name plain, for file names
     * @param title one line shown to users
     * @param description shown to users; may be empty
     * @param source origin of the experiment; may be empty
     */
    public record About(String name, String title, String description, String source) {}

    /**
     * Repetition of the cells; each round runs all of them once.
     *
     * @param seed seed of the random order
     * @param repeats number of rounds
     * @param coolDown pause between two brokers
     * @param within length of the whole study, from which the measured time of each run is computed; empty = as long as its runs
     *     take, and always in the quick size
     */
    public record Rounds(
            long seed,
            int repeats,
            Duration coolDown,
            Brokers brokers,
            Order order,
            HeldSearch held,
            Optional<Duration> within) {}

    /**
     * Report of a study.
     *
     * @param table measures of the table
     * @param pivots further tables
     * @param safeBuffer question for a safe buffer; empty = not asked
     * @param extrapolate rate for which processors and machines are computed
     * @param claims claims of the source
     */
    public record Output(
            List<ChartSpec> charts,
            List<Figure> table,
            List<Pivot> pivots,
            Optional<SafeBuffer> safeBuffer,
            Optional<Rate> extrapolate,
            List<Claim> claims) {}

    /** Lifetime of a broker. */
    public enum Brokers {
        /** Each cell has a broker of its own. */
        FRESH,
        /** All cells of a round with the same broker settings and without faults share a broker. */
        REUSED
    }

    /** Frequency of the search for the held rate of a broker, for runs whose rate is a share of it. */
    public enum HeldSearch {
        /** Each of these runs begins with a search with its own traffic. */
        EACH,
        /** The first of these runs searches. The others use its result until a broker with other settings is started. */
        ONCE
    }

    /** Order of the cells of a round. */
    public enum Order {
        /** A different order in each round, determined by the seed, so that a drift over time does not favour a cell. */
        SHUFFLED,
        /** The order of the file, with the last axis changing fastest. */
        WRITTEN
    }

    /** A varied setting, or several varied together. */
    public record Axis(String name, List<Value> values) {

        /**
         * @param settings settings of this value
         * @param only further settings, in cells with certain values of other axes
         */
        public record Value(String name, Map<String, String> settings, List<Only> only) {

            /** A value with the same settings in all cells. */
            public Value(String name, Map<String, String> settings) {
                this(name, settings, List.of());
            }
        }

        /** @param with required values by axis, or by {@link #STEP} */
        public record Only(Map<String, String> with, Map<String, String> settings) {}

        List<String> names() {
            return values.stream().map(Value::name).toList();
        }
    }

    /** @param workload name of the workload in the file */
    public record Step(String name, String workload, Map<String, String> settings) {}

    /**
     * A chart of the report.
     *
     * @param x the horizontal axis; a measure in a chart of points; empty for charts over time and by percentile
     * @param rows the vertical axis of a heat map
     * @param y measures; in a chart over time, the names of {@link Measures#overTime}; by percentile, tags of latencies
     * @param series the axis whose values are lines or colours
     * @param each the axes that make a chart for each combination of their values
     * @param log whether y is logarithmic
     */
    public record ChartSpec(
            Kind kind,
            String title,
            Optional<String> x,
            Optional<String> rows,
            List<String> y,
            Optional<String> series,
            List<String> each,
            boolean log) {

        public enum Kind {
            LINES,
            BARS,
            HEAT,
            TIME,
            POINTS,
            PERCENTILES
        }

        /** Names of the figures that the chart takes from the results of runs. */
        Stream<String> figures() {
            return switch (kind) {
                case TIME, PERCENTILES -> Stream.empty();
                case POINTS -> Stream.concat(x.stream(), y.stream());
                case LINES, BARS, HEAT -> y.stream();
            };
        }
    }

    /**
     * A table with some axes downwards and one across.
     *
     * @param rows the axes that make a row for each combination of their values
     * @param columns the axis that makes a column for each of its values
     * @param cells figures of each place, one after the other
     */
    public record Pivot(String title, List<String> rows, String columns, List<Figure> cells) {}

    /**
     * The question how many messages a broker may hold before its heap is full; {@link HeapCost} answers it.
     *
     * @param each axes with an answer for each of their values
     * @param step step whose runs are used; empty = all
     * @param limit setting for the number of held messages in the heap, for a broker that keeps the others elsewhere; in cells
     *     without it, all are in the heap
     * @param usable the share of the heap that may be filled, above 0 and at most 1
     */
    public record SafeBuffer(List<String> each, Optional<String> step, Optional<String> limit, double usable) {

        /** Default share of the heap: the rest is for allocations between two collections, and for the collector. */
        public static final double USABLE = 0.8;

        /** @throws IllegalArgumentException with a sentence */
        static double parseShare(String text) {
            boolean isPercent = text.matches("\\d{1,3}(\\.\\d{1,9})?\\s*%");
            double share = isPercent ? Double.parseDouble(text.replace("%", "")) / 100 : 0;
            if (share <= 0 || share > 1) {
                throw new IllegalArgumentException(text + "; must be a share of the heap with its sign, like 80%.");
            }
            return share;
        }
    }

    /** Requirements on the machine. */
    public record Needs(Optional<Integer> cores, Optional<Long> memoryBytes, Optional<Long> diskBytes) {

        public static final Needs NOTHING = new Needs(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Name of the axis that chooses among the workloads. */
    static final String WORKLOAD = "workload";

    /** Name of the axis of the steps. */
    public static final String STEP = "step";

    /** The axes and, if there are several steps, the axis of steps. */
    List<Axis> dimensions() {
        return dimensions(axes, steps);
    }

    static List<Axis> dimensions(List<Axis> axes, List<Step> steps) {
        if (steps.size() < 2) {
            return axes;
        }
        List<Axis> all = new ArrayList<>(axes);
        all.add(new Axis(
                STEP,
                steps.stream().map(step -> new Axis.Value(step.name, Map.of())).toList()));
        return all;
    }

    /** Names of the axes with several values; of all, if none has. */
    List<String> varied() {
        List<Axis> all = dimensions();
        List<Axis> several = all.stream().filter(axis -> axis.values.size() > 1).toList();
        return (several.isEmpty() ? all : several).stream().map(Axis::name).toList();
    }

    /** Label of values for users, without axes that have no other value. */
    public String label(Map<String, String> values) {
        Map<String, String> varied = new LinkedHashMap<>(values);
        varied.keySet().retainAll(varied());
        return Cell.label(varied);
    }

    /** Names of the values of an axis, or of the steps. */
    List<String> names(String axis) {
        return dimensions().stream()
                .filter(a -> a.name().equals(axis))
                .findFirst()
                .orElseThrow()
                .names();
    }

    /** Every combination of the values of some axes, the last one changing fastest; without axes a single empty one. */
    List<Map<String, String>> combinations(List<String> some) {
        List<Map<String, String>> all = List.of(Map.of());
        for (String axis : some) {
            all = all.stream()
                    .flatMap(values -> names(axis).stream().map(name -> Cell.with(values, axis, name)))
                    .toList();
        }
        return all;
    }

    /** The figures that the charts, tables and claims of the study name. */
    public Set<Figure> figures() {
        Set<Figure> figures = new TreeSet<>(output.table);
        output.pivots.forEach(pivot -> figures.addAll(pivot.cells));
        output.charts.stream().flatMap(ChartSpec::figures).forEach(name -> figures.add(Measures.find(name)));
        output.claims.forEach(claim -> claim.terms().forEach(term -> figures.add(term.figure())));
        return figures;
    }

    /** A copy with changes, see {@link StudyFile#with}. */
    Study with(int repeated, Map<String, String> others) {
        int repeats = repeated > 0 ? repeated : rounds.repeats;
        Rounds all = new Rounds(
                rounds.seed, repeats, rounds.coolDown, rounds.brokers, rounds.order, rounds.held, rounds.within);
        return new Study(about, all, setup, axes, steps, cells, output, needs, others);
    }

    /** Name of the workload that a step runs in a cell. */
    public String workload(Step step, Cell cell) {
        return cell.values().getOrDefault(WORKLOAD, step.workload);
    }

    /**
     * Settings of a run. Later ones replace earlier ones: setup, step, the axes in order (of a value first the settings that
     * always apply), {@code instead}. If {@code instead} has a URL, the settings of a broker in all others are left out.
     */
    public Map<String, String> settings(Step step, Cell cell) {
        Map<String, String> all = new LinkedHashMap<>(setup);
        all.putAll(step.settings);
        Map<String, String> values = Cell.with(cell.values(), STEP, step.name);
        for (Axis axis : axes) {
            for (Axis.Value value : axis.values) {
                if (value.name.equals(values.get(axis.name))) {
                    all.putAll(value.settings);
                    value.only.stream()
                            .filter(only -> values.entrySet().containsAll(only.with.entrySet()))
                            .forEach(only -> all.putAll(only.settings));
                }
            }
        }
        if (instead.containsKey("url")) {
            all.keySet().removeIf(StudyPlan::isOfBroker);
        }
        all.putAll(instead);
        return all;
    }
}
