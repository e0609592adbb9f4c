package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A matrix of runs: every combination of the axes' values, each so many times.
 *
 * <p>Settings are {@code key=value} pairs in the words of the command line's setups, such as {@code broker=artemis} or {@code
 * workload.phases.measure=10s}. Where several say something of one key, an axis counts more than a step, and a step more than
 * {@code setup}.
 *
 * @param name plain, for file names
 * @param title one line for people
 * @param description for people; may be empty
 * @param source where the experiment comes from; may be empty
 * @param seed of the order
 * @param repeats of each cell; each round runs all cells once
 * @param coolDown between two brokers
 * @param setup settings of every run
 * @param steps of each cell, one after another on the same broker; at least one
 * @param table the measures that stand in the table
 * @param pivots further tables
 * @param safeBuffer the question which buffer is safe, if it is asked
 */
public record Study(
        String name,
        String title,
        String description,
        String source,
        long seed,
        int repeats,
        Duration coolDown,
        Brokers brokers,
        Order order,
        Map<String, String> setup,
        List<Axis> axes,
        List<Step> steps,
        List<ChartSpec> charts,
        List<Figure> table,
        List<Pivot> pivots,
        Optional<SafeBuffer> safeBuffer,
        Needs needs) {

    /** How long a broker lives. */
    public enum Brokers {
        /** Each cell has one of its own. */
        FRESH,
        /** All cells of a round that set it up in the same way share one. */
        REUSED
    }

    /** In which order the cells of a round come. */
    public enum Order {
        /** Another one in each round, by the seed: what drifts with time does not favour a cell. */
        SHUFFLED,
        /** That of the file, the last axis the fastest. */
        WRITTEN
    }

    /** What is varied. */
    public record Axis(String name, List<Value> values) {

        public Axis {
            values = List.copyOf(values);
        }

        /**
         * @param settings what this value means
         * @param only what it means besides, in the cells that have certain values of other axes
         */
        public record Value(String name, Map<String, String> settings, List<Only> only) {

            public Value {
                settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
                only = List.copyOf(only);
            }

            /** One that means the same in all cells. */
            public Value(String name, Map<String, String> settings) {
                this(name, settings, List.of());
            }
        }

        /** @param with the value by axis, or the {@link #STEP}, that there must be for the settings to hold */
        public record Only(Map<String, String> with, Map<String, String> settings) {

            public Only {
                with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
                settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            }
        }

        List<String> names() {
            return values.stream().map(Value::name).toList();
        }
    }

    /** @param workload its name in the file */
    public record Step(String name, String workload, Map<String, String> settings) {

        public Step {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }
    }

    /**
     * A chart of the report.
     *
     * @param x the axis across; empty in one over time
     * @param rows of a heat map: the axis upwards
     * @param y measures; in a chart over time, the names of {@link Measures#overTime}
     * @param series the axis that makes lines or colours
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

        /** What a chart is drawn as. */
        public enum Kind {
            LINES,
            BARS,
            HEAT,
            TIME
        }

        public ChartSpec {
            y = List.copyOf(y);
            each = List.copyOf(each);
        }
    }

    /**
     * A table with some axes downwards and one across.
     *
     * @param rows the axes that make a row for each combination of their values
     * @param columns the axis that makes a column for each of its values
     * @param cells what stands in each place, one behind the other
     */
    public record Pivot(String title, List<String> rows, String columns, List<Figure> cells) {

        public Pivot {
            rows = List.copyOf(rows);
            cells = List.copyOf(cells);
        }
    }

    /**
     * The question how many messages a broker may hold before its heap is full; {@link HeapCost} answers it.
     *
     * @param each the axes that have an answer for each of their values
     * @param step the one whose runs are looked at; all without it
     * @param limit the setting that says how many of the held messages are in the heap at the most, for a broker that has the
     *     others elsewhere; cells without it have all of them there
     * @param usable the share of the heap that may be filled, above 0 and at most 1
     */
    public record SafeBuffer(List<String> each, Optional<String> step, Optional<String> limit, double usable) {

        /** Room is left for what is allocated between two collections, and for the collector to work. */
        public static final double USABLE = 0.8;

        private static final double PERCENT = 100;

        public SafeBuffer {
            each = List.copyOf(each);
        }

        /** @throws IllegalArgumentException with a sentence */
        static double parseShare(String text) {
            String number =
                    text.endsWith("%") ? text.substring(0, text.length() - 1).strip() : "";
            try {
                double share = Double.parseDouble(number) / PERCENT;
                if (share > 0 && share <= 1) {
                    return share;
                }
            } catch (NumberFormatException e) {
                // Told below, in the same words.
            }
            throw new IllegalArgumentException(text + "; must be a share of the heap with its sign, like 80%.");
        }
    }

    /** What the machine must have. */
    public record Needs(OptionalInt cores, OptionalLong memoryBytes, OptionalLong diskBytes) {

        public static final Needs NOTHING = new Needs(OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /** The name of the axis that the steps are. */
    public static final String STEP = "step";

    public Study {
        setup = Collections.unmodifiableMap(new LinkedHashMap<>(setup));
        axes = List.copyOf(axes);
        steps = List.copyOf(steps);
        charts = List.copyOf(charts);
        table = List.copyOf(table);
        pivots = List.copyOf(pivots);
    }

    /** The axes, and the steps as one where there are several. */
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

    /** The names of an axis that there is, or of the steps. */
    List<String> names(String axis) {
        return dimensions().stream()
                .filter(a -> a.name().equals(axis))
                .findFirst()
                .orElseThrow()
                .names();
    }

    /** Every combination of the values of some axes, the last of them the fastest; without any, the one that has none. */
    List<Map<String, String>> combinations(List<String> some) {
        List<Map<String, String>> all = List.of(Map.of());
        for (String axis : some) {
            List<Map<String, String>> more = new ArrayList<>();
            for (Map<String, String> values : all) {
                for (String name : names(axis)) {
                    Map<String, String> longer = new LinkedHashMap<>(values);
                    longer.put(axis, name);
                    more.add(longer);
                }
            }
            all = more;
        }
        return all;
    }

    /** The settings of a step in a cell. */
    public Map<String, String> settings(Step step, Cell cell) {
        Map<String, String> values = new LinkedHashMap<>(cell.values());
        values.put(STEP, step.name);
        Map<String, String> all = new LinkedHashMap<>(setup);
        all.putAll(step.settings);
        all.putAll(Cell.of(axes, values).settings());
        return all;
    }
}
