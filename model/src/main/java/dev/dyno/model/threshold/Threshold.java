package dev.dyno.model.threshold;

import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Condition on one figure of a run: {@code p99(end-to-end) < 20ms}, {@code rate > 20000/s} or {@code lost = 0}. An objective has
 * to hold; where a run fails if a condition holds, its {@linkplain #negated opposite} has to.
 *
 * <p>Assumptions and guarantees: immutable; two are equal if their texts are.
 */
public final class Threshold {

    /** Comparison of a figure with its limit. */
    public enum Comparison {
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">="),
        EQUAL("="),
        OTHER("!=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        Comparison negated() {
            return switch (this) {
                case LESS -> AT_LEAST;
                case AT_MOST -> MORE;
                case MORE -> AT_MOST;
                case AT_LEAST -> LESS;
                case EQUAL -> OTHER;
                case OTHER -> EQUAL;
            };
        }

        boolean holds(double value, double limit) {
            return switch (this) {
                case LESS -> value < limit;
                case AT_MOST -> value <= limit;
                case MORE -> value > limit;
                case AT_LEAST -> value >= limit;
                case EQUAL -> value == limit;
                case OTHER -> value != limit;
            };
        }

        /** Whether it refuses values that are too low. */
        boolean isFloor() {
            return this == MORE || this == AT_LEAST;
        }
    }

    /**
     * An upper limit of a percentile or of the maximum, in messages: as few as {@code allowedShare} of them may be beyond it.
     *
     * @param latency empty = the one that the run is judged by
     * @param orEqual whether a message of exactly {@code limitNs} is beyond it, too
     * @param allowedShare 0.01 for the 99th percentile, 0 for the maximum
     */
    public record MessagesBeyond(Optional<Latency> latency, long limitNs, boolean orEqual, double allowedShare) {}

    private static final String FORM = "FIGURE < LIMIT, with <, <=, >, >= or =, like 'p99(end-to-end) < 20ms'";

    private static final Pattern TEXT = Pattern.compile("([^<>=!]+?)\\s*(<=|>=|!=|<|>|=)\\s*([^<>=!\\s]+)");
    private static final Pattern OF_LATENCY = Pattern.compile("([a-z0-9.]+)\\s*\\(\\s*([a-z -]*?)\\s*\\)");
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,3}(?:\\.\\d{1,6})?)");
    private static final String MAX = "max";
    private static final String MEAN = "mean";

    private final String name;
    private final Figure figure;
    private final OptionalDouble percent;
    private final Comparison comparison;
    private final ThresholdLimit limit;

    private Threshold(String name, Figure figure, OptionalDouble percent, Comparison comparison, ThresholdLimit limit) {
        this.name = name;
        this.figure = figure;
        this.percent = percent;
        this.comparison = comparison;
        this.limit = limit;
    }

    /** @throws IllegalArgumentException with a sentence: what was given, what is allowed */
    public static Threshold parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw ValueType.refusal(text, FORM);
        }
        String asked = Units.group(parts, 1);
        Figure figure;
        OptionalDouble percent = OptionalDouble.empty();
        Matcher ofLatency = OF_LATENCY.matcher(asked);
        if (ofLatency.matches()) {
            String statistic = Units.group(ofLatency, 1);
            Latency latency = latency(text, Units.group(ofLatency, 2));
            percent = percent(text, statistic);
            figure = figure(latency.tag() + '-' + statistic, statistic, percent, Optional.of(latency));
        } else {
            Optional<Figure> known = named(asked);
            percent = known.isPresent() || PERCENTILE.matcher(asked).matches()
                    ? rank(
                            text,
                            known.flatMap(Figure::latency)
                                    .map(latency ->
                                            asked.substring(latency.tag().length() + 1))
                                    .orElse(asked))
                    : OptionalDouble.empty();
            if (known.isEmpty() && percent.isEmpty()) {
                throw unknown(text, asked);
            }
            figure = figure(asked, asked, percent, Optional.empty());
        }
        Comparison comparison = Stream.of(Comparison.values())
                .filter(each -> each.sign.equals(parts.group(2)))
                .findFirst()
                .orElseThrow();
        ThresholdLimit limit = ThresholdLimit.parse(text, figure, Units.group(parts, 3));
        if ((comparison == Comparison.EQUAL || comparison == Comparison.OTHER) && !limit.isWhole()) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + figure.name()
                    + " is no whole number, so it must be compared with <, <=, > or >=.");
        }
        return new Threshold(nameOf(figure), figure, percent, comparison, limit);
    }

    private static Figure figure(String name, String statistic, OptionalDouble percent, Optional<Latency> latency) {
        return named(name).orElseGet(() -> Figures.percentile(statistic, percent.orElseThrow(), latency));
    }

    private static Optional<Figure> named(String name) {
        return Figures.ofRuns().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst();
    }

    /** A statistic of a latency in the form with brackets. */
    private static String nameOf(Figure figure) {
        String statistic = figure.latency()
                .map(latency -> figure.name().substring(latency.tag().length() + 1))
                .orElse("");
        boolean isStatistic = !statistic.isEmpty() && rank("", statistic).isPresent() || statistic.equals(MEAN);
        return isStatistic ? statistic + '(' + figure.latency().orElseThrow().tag() + ')' : figure.name();
    }

    private static Latency latency(String text, String given) {
        String tag = given.replace(' ', '-');
        List<String> tags = Arrays.stream(Latency.values()).map(Latency::tag).toList();
        return Latency.find(tag)
                .orElseThrow(() -> new IllegalArgumentException(Units.quoted(text) + "; the latency must be one of "
                        + String.join(", ", tags) + "." + NearName.question(tag, tags)));
    }

    /** Percentile of a statistic in brackets; empty for the mean. */
    private static OptionalDouble percent(String text, String statistic) {
        OptionalDouble percent = rank(text, statistic);
        if (percent.isEmpty() && !statistic.equals(MEAN)) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + statistic
                    + " must be a percentile like p50, p99 or p99.9, or max, or mean.");
        }
        return percent;
    }

    /** Percentile of a statistic, 100 for the maximum; empty if it is none. */
    private static OptionalDouble rank(String text, String statistic) {
        Matcher percentile = PERCENTILE.matcher(statistic);
        if (!percentile.matches()) {
            return statistic.equals(MAX) ? OptionalDouble.of(100) : OptionalDouble.empty();
        }
        double percent = Double.parseDouble(Units.group(percentile, 1));
        if (percent <= 0 || percent >= 100) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + statistic
                    + " must be a percentile between p0 and p100, like p99. The longest latency is max.");
        }
        return OptionalDouble.of(percent);
    }

    private static IllegalArgumentException unknown(String text, String asked) {
        List<String> names = Figures.ofRuns().stream().map(Figure::name).toList();
        return new IllegalArgumentException(Units.quoted(text) + "; " + Units.quoted(asked)
                + " is no figure of a run. Must be a percentile, max or mean of a latency, like p99(end-to-end), or one of"
                + " rate, lost, backlog-growth, broker-cpu and the others in docs/reference/figures.md."
                + NearName.question(asked, names));
    }

    /** Conditions that must all hold. */
    public static List<Threshold> all(List<String> texts) {
        List<Threshold> all = texts.stream().map(Threshold::parse).toList();
        contradiction(all).ifPresent(sentence -> {
            throw new IllegalArgumentException(sentence);
        });
        return all;
    }

    /** Sentence about the first condition that cannot hold together with another one, or at all. */
    public static Optional<String> contradiction(List<Threshold> all) {
        for (Threshold one : all) {
            if (one.comparison == Comparison.LESS && one.limit.value() == 0 && !one.mayBeNegative()) {
                return Optional.of(one + "; " + one.name + " is never below 0. Must be above.");
            }
            for (Threshold other : all) {
                if (one != other && one.excludes(other)) {
                    return Optional.of(one + " and " + other + "; cannot both hold. Leave one of them out.");
                }
            }
        }
        return Optional.empty();
    }

    /** Whether it demands more than the other one allows: of the same figure, or of a lower percentile of the same latency. */
    private boolean excludes(Threshold other) {
        boolean same = name.equals(other.name);
        boolean lower = percent.isPresent()
                && other.percent.isPresent()
                && latency().equals(other.latency())
                && percent.getAsDouble() < other.percent.getAsDouble();
        double least = limit.value();
        double most = other.limit.value();
        boolean floor = comparison.isFloor() || comparison == Comparison.EQUAL;
        boolean ceiling = !other.comparison.isFloor() && other.comparison != Comparison.OTHER;
        boolean open = comparison == Comparison.MORE || other.comparison == Comparison.LESS;
        return (same || lower) && floor && ceiling && (least > most || open && least == most)
                || same && comparison == Comparison.EQUAL && other.comparison == Comparison.OTHER && least == most;
    }

    private boolean mayBeNegative() {
        return figure.name().equals("backlog-growth");
    }

    public Figure figure() {
        return figure;
    }

    /** The latency that the figure is a statistic of; empty for others, and for that of the latency that a run is judged by. */
    public Optional<Latency> latency() {
        return figure.latency();
    }

    /** Percentile of a latency, above 0, 100 for the maximum; empty for other figures. */
    public OptionalDouble percentile() {
        return percent;
    }

    public Comparison comparison() {
        return comparison;
    }

    /** Limit in the unit of {@link Figure#of}. */
    public double limit() {
        return limit.value();
    }

    /** The same in messages; empty for a lower limit, and for figures that are no percentile. */
    public Optional<MessagesBeyond> messagesBeyond() {
        return percent.isEmpty() || comparison != Comparison.LESS && comparison != Comparison.AT_MOST
                ? Optional.empty()
                : Optional.of(new MessagesBeyond(
                        latency(),
                        Math.round(limit.value()),
                        comparison == Comparison.LESS,
                        BigDecimal.valueOf(100)
                                .subtract(BigDecimal.valueOf(percent.getAsDouble()))
                                .movePointLeft(2)
                                .doubleValue()));
    }

    /** The condition that holds where this one does not. */
    public Threshold negated() {
        return new Threshold(name, figure, percent, comparison.negated(), limit);
    }

    /** Name of the figure in the user's notation. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Threshold threshold && toString().equals(threshold.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The condition in the notation of {@link #parse}. */
    @Override
    public String toString() {
        return name + ' ' + comparison.sign + ' ' + limit.text();
    }
}
