package dev.dyno.figure;

import dev.dyno.result.Latency;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
        /** Neither is. */
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

    /** The halves of a load that can show it. */
    public enum Side {
        PRODUCERS,
        CONSUMERS,
        EITHER
    }

    /** Part of a run that has the figure. */
    enum Scope {
        RUN,
        RUN_AND_INTERVAL,
        RUN_AND_SAMPLE,
        SAMPLE,
        /** A run, and computed of what is stored beside its result. */
        STORED
    }

    /** An end of a value that is only known as an interval. */
    public enum End {
        LOW,
        /** Nothing if there is no upper end. */
        HIGH
    }

    /**
     * A value, as far as it is known: between two ends if messages were unfinished, which are equal otherwise.
     *
     * @param high {@link Double#POSITIVE_INFINITY} if there is no upper end
     */
    public record Value(double low, double high) {

        public static Value exactly(double value) {
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
    private Scope scope = Scope.RUN;
    private Better better = Better.NEITHER;
    private Merge merge = Merge.OF_SUMS;
    private Optional<Double> margin = Optional.empty();
    private Optional<String> words = Optional.empty();
    private Optional<Latency> latency = Optional.empty();
    private Side side = Side.EITHER;
    private boolean inHistory;
    private boolean ofLedger;
    private boolean whole;
    private boolean stored;

    Figure(int place, String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        this.place = place;
        this.name = name;
        this.title = title;
        this.unit = unit;
        this.value = value;
    }

    Figure of(Scope part) {
        scope = part;
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

    /**
     * Compared and gated, too.
     *
     * @param tolerated relative difference that does not matter unless the user gives another: 0.05 is 5 %
     */
    Figure compared(double tolerated) {
        margin = Optional.of(tolerated);
        return this;
    }

    /**
     * In the closing lines of the console, too.
     *
     * @param after the words behind its value
     */
    Figure onConsole(Side half, String after) {
        side = half;
        words = Optional.of(after);
        return this;
    }

    Figure ofLedger() {
        ofLedger = true;
        return whole();
    }

    /** A column of the list of stored runs, too. */
    Figure inHistory() {
        inHistory = true;
        return this;
    }

    Figure whole() {
        whole = true;
        return this;
    }

    Figure of(Latency whose) {
        latency = Optional.of(whose);
        return this;
    }

    Figure of(Statistic statistic, Latency whose) {
        whole = !statistic.name().equals(Statistic.MEAN);
        stored = statistic.stored().isPresent();
        return of(whose).better(Better.LESS).merge(Merge.HISTOGRAMS);
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

    /** The relative difference that does not matter unless the user gives another; empty if it is not compared. */
    public Optional<Double> margin() {
        return margin;
    }

    /** The words behind its value on the console; nothing if it is not shown there. */
    public String words() {
        return words.orElse("");
    }

    public Side side() {
        return side;
    }

    /** The latency that it is of. */
    public Optional<Latency> latency() {
        return latency;
    }

    /** Whether its values are whole numbers. */
    public boolean isWhole() {
        return whole;
    }

    /** Whether it is a statistic that a run is stored with. */
    boolean isStored() {
        return stored;
    }

    boolean isOnConsole() {
        return words.isPresent();
    }

    boolean isOfLedger() {
        return ofLedger;
    }

    boolean isInHistory() {
        return inHistory;
    }

    boolean isOfRuns() {
        return scope != Scope.SAMPLE;
    }

    boolean isOfResults() {
        return isOfRuns() && scope != Scope.STORED;
    }

    boolean isOfIntervals() {
        return scope == Scope.RUN_AND_INTERVAL;
    }

    boolean isOfSeconds() {
        return isOfIntervals() || scope == Scope.RUN_AND_SAMPLE || scope == Scope.SAMPLE;
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
        String plain = name.endsWith("-rate") && ending.equals(Unit.PER_SECOND.ending())
                ? name.substring(0, name.length() - "-rate".length())
                : name;
        return plain.replace('-', '_').replace(".", point) + ending;
    }

    /** In the order of the catalogue. */
    @Override
    public int compareTo(Figure other) {
        return Integer.compare(place, other.place);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Figure figure && figure.place == place;
    }

    @Override
    public int hashCode() {
        return place;
    }

    @Override
    public String toString() {
        return name;
    }
}
