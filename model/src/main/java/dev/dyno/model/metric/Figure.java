package dev.dyno.model.metric;

import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Unit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * A figure of a run, with its name and its computation. Declared in {@link Figures}; immutable afterwards.
 *
 * <p>The name is used in study files and options; the names of SQL and CSV columns derive from it.
 */
public final class Figure implements Comparable<Figure> {

    /** Separates the name of groups from the name of their figure, or from the tag of a latency. */
    public static final String GROUP_ENDS = "/";

    /** Direction of an improvement. */
    public enum Better {
        MORE,
        LESS,
        NEITHER
    }

    /** Use of a figure: a reader that shows it, or a property by which readers choose figures. */
    public enum Use {
        /** A figure of a run's result that belongs to no latency. */
        RESULT,
        /** A figure of an interval that belongs to no latency. */
        INTERVAL,
        /** A statistic of a latency: its mean, its maximum, or a percentile that is stored with a run. */
        STATISTIC,
        /** A figure of a run that a study can show. */
        STUDY,
        /** A figure of each second of a run, for a study's charts. */
        OVER_TIME,
        /** Can be compared, and judged by a gate, on request. */
        COMPARED,
        /** Compared by default. */
        STANDARD,
        /** A column of the list of stored runs, which can be sorted by it. */
        HISTORY,
        /** Shown in the last lines of the console. */
        CONSOLE,
        /** Hidden if the run has no producer. */
        PRODUCERS,
        /** Hidden if the run has no consumer. */
        CONSUMERS,
        LEDGER,
        /** A number that the page shows in its account of messages. */
        ACCOUNT,
        /** Has whole numbers as values. */
        WHOLE,
        /** Has no value for a run: it is only for one second, or computed from data stored beside the result. */
        NOT_OF_RUN
    }

    /**
     * Value of a figure, as far as it is known: a range if messages were unfinished, otherwise two equal ends.
     *
     * @param high upper end; {@link Double#POSITIVE_INFINITY} if there is none
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
    private double margin;
    private String words = "";
    private Optional<Latency> latency = Optional.empty();
    private OptionalDouble percentile = OptionalDouble.empty();
    private Optional<String> group = Optional.empty();
    private Figure plain = this;

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

    /** @param tolerated default threshold of a change, as a relative difference: 0.05 is 5 % */
    Figure compared(double tolerated) {
        margin = tolerated;
        return in(Use.COMPARED);
    }

    /** @param after words that follow the figure's value */
    Figure onConsole(String after) {
        words = after;
        return in(Use.CONSOLE);
    }

    Figure of(Latency whose) {
        latency = Optional.of(whose);
        return this;
    }

    Figure at(Statistic statistic) {
        percentile = statistic.equals(Statistic.MEAN) ? percentile : OptionalDouble.of(statistic.percentile());
        return this;
    }

    /** This figure for the groups of a name, {@code web/response-p99}. */
    public Figure ofGroup(String asked) {
        Figure own =
                new Figure(place, asked + GROUP_ENDS + name, asked + ": " + title, unit, numbers -> numbers.groups()
                        .apply(asked)
                        .flatMap(value));
        own.uses.addAll(uses);
        own.better = better;
        own.margin = margin;
        own.latency = latency;
        own.percentile = percentile;
        own.group = Optional.of(asked);
        own.plain = this;
        return own;
    }

    /** Name of the groups that the figure is about; empty for a figure of a whole run. */
    public Optional<String> group() {
        return group;
    }

    /** This figure for a whole run. */
    public Figure plain() {
        return plain;
    }

    /** Numbers that the figure is computed from: the given ones, or those of the figure's group. */
    public Optional<Numbers> own(Numbers numbers) {
        return group.isEmpty() ? Optional.of(numbers) : numbers.groups().apply(group.get());
    }

    public String name() {
        return name;
    }

    /** Name for people, in charts and tables of columns. */
    public String title() {
        return title;
    }

    /** Unit of {@link #of}. */
    public Unit unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    /** Default threshold, as a relative difference; 0 for a figure that is not compared. */
    public double margin() {
        return margin;
    }

    /** Words that follow the figure's value on the console; empty if the console does not show it. */
    public String words() {
        return words;
    }

    /** Latency of a statistic; empty for other figures, and for statistics of the latency that a run is judged by. */
    public Optional<Latency> latency() {
        return latency;
    }

    /** Percentile of a latency, above 0, 100 for the maximum; empty for other figures. */
    public OptionalDouble percentile() {
        return percentile;
    }

    public boolean is(Use use) {
        return uses.contains(use);
    }

    /** Value in {@link #unit}; empty if the figure was not measured. */
    public Optional<Value> of(Numbers numbers) {
        return value.apply(numbers).filter(found -> Double.isFinite(found.low));
    }

    /** Value for people, after {@code ~} if it has a mark; empty if the figure was not measured. */
    public Optional<String> text(Numbers numbers) {
        String sign = mark(numbers).isPresent() ? "~" : "";
        return of(numbers).map(found -> sign + unit.text(found.low));
    }

    /** Mark of the figure in a run, if it has one; a figure of the headline latency has the mark of that latency. */
    public Optional<FigureMark> mark(Numbers numbers) {
        return own(numbers)
                .flatMap(own -> own.run().map(run -> run.verdict().marks()).flatMap(marks -> Optional.ofNullable(
                                marks.get(plain.name))
                        .or(() -> own.headline().map(headline -> marks.get(headline.tag() + '-' + plain.name)))));
    }

    /**
     * Name of the figure's column: {@code send-ack-p99.9} becomes {@code send_ack_p99_9_ms}.
     *
     * @param point replacement of a point
     * @param ending end of the name, for the unit of the column
     */
    public String column(String point, String ending) {
        String plain = unit == Unit.PER_SECOND || unit == Unit.BYTES_PER_SECOND
                ? name.replaceFirst("(-bytes)?-rate$", "")
                : name;
        return plain.replace('-', '_').replace(".", point) + ending;
    }

    /** Compares by the place in the catalogue, then by name. */
    @Override
    public int compareTo(Figure other) {
        return place == other.place ? name.compareTo(other.name) : Integer.compare(place, other.place);
    }

    @Override
    public String toString() {
        return name;
    }
}
