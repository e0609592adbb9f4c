package dev.dyno.model.metric;

import dev.dyno.model.result.Latency;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A figure of a run: its name, and how it is computed. Declared in {@link Figures}, and not changed afterwards.
 *
 * <p>Its name is that in study files and options; columns of SQL and CSV derive theirs from it.
 */
public final class Figure implements Comparable<Figure> {

    /** The change that is an improvement. */
    public enum Better {
        MORE,
        LESS,
        NEITHER
    }

    /** How the figure of a run by several workers follows from theirs. */
    public enum Merge {
        SUM,
        /** Computed from the sums of what the workers counted. */
        OF_SUMS,
        /** Read from the sum of the workers' histograms, so nothing is averaged. */
        HISTOGRAMS,
        /** The last worker's end is the end of the run. */
        LONGEST,
        /** Measured once, beside the broker. */
        ONCE,
        /** Each worker and host has its own. */
        EACH
    }

    /** A reader, or a set of figures that readers choose. */
    public enum Use {
        /** Of the result of a run, and of no latency. */
        RESULT,
        /** Of an interval, and of no latency. */
        INTERVAL,
        /** Of a latency: its mean, its maximum, or a percentile that runs are stored with. */
        STATISTIC,
        /** Of a run, in a study. */
        STUDY,
        /** Of each second of a run, in a chart of a study. */
        OVER_TIME,
        /** Compared and gated where it is asked for. */
        COMPARED,
        /** Compared unless others are asked for. */
        STANDARD,
        /** A column of the list of stored runs, which can be sorted by it. */
        HISTORY,
        /** In the closing lines of the console. */
        CONSOLE,
        /** Not shown where there is no producer. */
        PRODUCERS,
        /** Not shown where there is no consumer. */
        CONSUMERS,
        /** Of the account of all messages. */
        LEDGER,
        /** Its values are whole numbers. */
        WHOLE
    }

    /**
     * A value, as far as it is known: between two ends if messages were unfinished, which are equal otherwise.
     *
     * @param high {@link Double#POSITIVE_INFINITY} if there is no upper end
     */
    public record Value(double low, double high) {

        static Value exactly(double value) {
            return new Value(value, value);
        }

        public boolean isExact() {
            return low == high;
        }

        public boolean isOpen() {
            return high == Double.POSITIVE_INFINITY;
        }
    }

    private final int place;
    private final String name;
    private final String title;
    private final Unit unit;
    private final Function<Numbers, Optional<Value>> value;
    private final Set<Use> uses = EnumSet.noneOf(Use.class);
    private Better better = Better.NEITHER;
    private Merge merge = Merge.OF_SUMS;
    private double margin;
    private String words = "";
    private Optional<Latency> latency = Optional.empty();

    Figure(int place, String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        this.place = place;
        this.name = name;
        this.title = title;
        this.unit = unit;
        this.value = value;
    }

    Figure in(Use... more) {
        uses.addAll(List.of(more));
        return this;
    }

    Figure better(Better direction) {
        better = direction;
        return this;
    }

    Figure merge(Merge how) {
        merge = how;
        return this;
    }

    /** @param tolerated the relative difference that does not matter unless the user gives another: 0.05 is 5 % */
    Figure compared(double tolerated) {
        margin = tolerated;
        return in(Use.COMPARED);
    }

    /** @param after the words behind its value */
    Figure onConsole(String after) {
        words = after;
        return in(Use.CONSOLE);
    }

    Figure of(Latency whose) {
        latency = Optional.of(whose);
        return this;
    }

    public String name() {
        return name;
    }

    /** For people: in charts and tables of columns. */
    public String title() {
        return title;
    }

    /** Of {@link #of}. */
    public Unit unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    public Merge merge() {
        return merge;
    }

    /** The relative difference that does not matter unless the user gives another; 0 if it is not compared. */
    public double margin() {
        return margin;
    }

    /** The words behind its value on the console; nothing if it is not shown there. */
    public String words() {
        return words;
    }

    boolean isOf(Latency whose) {
        return latency.equals(Optional.of(whose));
    }

    public boolean is(Use use) {
        return uses.contains(use);
    }

    /** Its value in {@link #unit}; empty if it was not measured. */
    public Optional<Value> of(Numbers numbers) {
        return value.apply(numbers).filter(found -> Double.isFinite(found.low));
    }

    /**
     * Its column: {@code send-ack-p99.9} is {@code send_ack_p99_9_ms}.
     *
     * @param point in place of a point
     * @param ending of the unit that the column is in
     */
    public String column(String point, String ending) {
        String plain = unit == Unit.PER_SECOND || unit == Unit.BYTES_PER_SECOND
                ? name.replaceFirst("(-bytes)?-rate$", "")
                : name;
        return plain.replace('-', '_').replace(".", point) + ending;
    }

    /** In the order of the catalogue. */
    @Override
    public int compareTo(Figure other) {
        return Integer.compare(place, other.place);
    }

    @Override
    public String toString() {
        return name;
    }
}
