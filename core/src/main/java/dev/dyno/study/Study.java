package dev.dyno.study;

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
        List<Measure> table,
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

        /** @param settings what this value means */
        public record Value(String name, Map<String, String> settings) {

            public Value {
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
     * @param y measures; in a chart over time, the names of {@link TimeMeasure}
     * @param series the axis that makes lines or colours
     * @param each the axis that makes a chart for each of its values
     * @param log whether y is logarithmic
     */
    public record ChartSpec(
            Kind kind,
            String title,
            Optional<String> x,
            Optional<String> rows,
            List<String> y,
            Optional<String> series,
            Optional<String> each,
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
    }

    /** The axes, and the steps as one where there are several. */
    List<Axis> dimensions() {
        if (steps.size() < 2) {
            return axes;
        }
        List<Axis> all = new ArrayList<>(axes);
        all.add(new Axis(
                STEP,
                steps.stream().map(step -> new Axis.Value(step.name, Map.of())).toList()));
        return all;
    }

    /** The settings of a step in a cell. */
    public Map<String, String> settings(Step step, Cell cell) {
        Map<String, String> all = new LinkedHashMap<>(setup);
        all.putAll(step.settings);
        all.putAll(cell.settings());
        return all;
    }
}
