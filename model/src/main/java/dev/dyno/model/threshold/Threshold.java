package dev.dyno.model.threshold;

import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Condition on one figure of a run: {@code p99(end-to-end) < 20ms}, {@code rate > 20000/s} or {@code lost = 0}; or on a figure of
 * groups: {@code web/p99(end-to-end) < 20ms}. An objective has to hold; of a condition that fails a run, the
 * {@linkplain #negated opposite} has to.
 *
 * <p>Assumptions and guarantees: immutable; two conditions are equal if their texts are.
 *
 * @param limit in the unit of {@link Figure#of}
 * @param limitText the limit with its unit; parses back
 */
public record Threshold(Figure figure, Comparison comparison, double limit, String limitText) {

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

        /** The comparison with the given sign, like {@code <=}. */
        public static Optional<Comparison> of(String sign) {
            return Stream.of(values()).filter(each -> each.sign.equals(sign)).findFirst();
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

        public boolean holds(double value, double limit) {
            return switch (this) {
                case LESS -> value < limit;
                case AT_MOST -> value <= limit;
                case MORE -> value > limit;
                case AT_LEAST -> value >= limit;
                case EQUAL -> value == limit;
                case OTHER -> value != limit;
            };
        }
    }

    /**
     * An upper limit of a percentile or of the maximum, in messages: at most the share {@code allowedShare} of all messages may
     * be beyond {@code limitNs}.
     *
     * @param latency empty = the one that the run is judged by
     * @param orEqual whether a message of exactly {@code limitNs} is beyond it, too
     * @param allowedShare 0.01 for the 99th percentile, 0 for the maximum
     */
    public record MessagesBeyond(Optional<Latency> latency, long limitNs, boolean orEqual, double allowedShare) {}

    /** The notation, for a sentence. */
    public static final String FORM = "FIGURE < LIMIT, with <, <=, >, >=, = or !=, like 'p99(end-to-end) < 20ms'";

    private static final Pattern TEXT = Pattern.compile("([^<>=!]+?)\\s*(<=|>=|!=|<|>|=)\\s*([^<>=!\\s]+)");
    private static final Pattern OF_LATENCY = Pattern.compile("([a-z0-9.-]+)\\s*\\(\\s*([a-z -]*?)\\s*\\)");
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,3}(?:\\.\\d{1,6})?)");
    /** Numbers of a made-up second in which everything was measured that a second can have. */
    static final Numbers SOME_SECOND = someSecond();

    /** @throws IllegalArgumentException with a sentence: what was given, what is allowed */
    public static Threshold parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw ValueType.refusal(text, FORM);
        }
        Figure figure = figure(text, Units.group(parts, 1));
        Threshold threshold = of(text, figure, Units.group(parts, 2), Units.group(parts, 3));
        Comparison comparison = threshold.comparison;
        if ((comparison == Comparison.EQUAL || comparison == Comparison.OTHER) && !ThresholdLimit.isWhole(figure)) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + threshold.name()
                    + " is no whole number, so it must be compared with <, <=, > or >=.");
        }
        return threshold;
    }

    /**
     * Condition on a known figure.
     *
     * @param text with the condition, for an error
     * @param limit with the unit of the figure
     * @throws IllegalArgumentException with a sentence
     */
    public static Threshold of(String text, Figure figure, String sign, String limit) {
        Comparison comparison = Comparison.of(sign).orElseThrow(() -> ValueType.refusal(text, FORM));
        ThresholdLimit parsed = ThresholdLimit.parse(text, nameOf(figure), figure, limit);
        return new Threshold(figure, comparison, parsed.value(), parsed.text());
    }

    /**
     * Parses a condition on a latency, a rate or a count of events, which a part of the measured phase can answer, too.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static Threshold parseOfSeconds(String text) {
        Threshold threshold = parse(text);
        if (threshold.figure.plain().of(SOME_SECOND).isEmpty()) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + threshold.name()
                    + " is known only at the end of the run. Must be of a latency, a rate, or a count like failed.");
        }
        return threshold;
    }

    private static Numbers someSecond() {
        Latencies latencies = new Latencies();
        Stream.of(Latency.values()).forEach(latency -> latencies.addUnfinished(latency, 1, 1));
        Counts counts = new Counts(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        return Numbers.of(
                new Interval(0, Interval.Phase.MEASURE, 0, Interval.MIN_RATE_NS, 0, counts, latencies, latencies));
    }

    /**
     * Figure of a run or of a group by its name, or in the form {@code p99(end-to-end)}.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static Figure figure(String text) {
        return figure(text, text.strip());
    }

    private static Figure figure(String text, String asked) {
        int slash = asked.indexOf(Figure.GROUP_ENDS);
        Figure plain = plain(text, asked.substring(slash + 1));
        if (slash >= 0 && plain.of(SOME_SECOND).isEmpty() && !plain.is(Figure.Use.LEDGER)) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + plain.name()
                    + " is not known of a group. Must be of a latency, a rate, a count or the ledger.");
        }
        return slash < 0 ? plain : plain.ofGroup(asked.substring(0, slash));
    }

    private static Figure plain(String text, String asked) {
        Matcher ofLatency = OF_LATENCY.matcher(asked);
        if (!ofLatency.matches()) {
            return named(asked)
                    .or(() -> percentile(text, asked, Optional.empty()))
                    .orElseThrow(() -> unknown(text, asked));
        }
        String statistic = Units.group(ofLatency, 1);
        Latency latency = latency(text, Units.group(ofLatency, 2));
        return named(latency.tag() + '-' + statistic)
                .filter(figure -> figure.latency().isPresent())
                .or(() -> percentile(text, statistic, Optional.of(latency)))
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                Units.quoted(text) + "; " + statistic
                                        + " must be a percentile like p50, p99 or p99.9, or max, or mean, or a share like share-6ms-14ms."));
    }

    private static Optional<Figure> named(String name) {
        return Figures.ofRuns().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .or(() -> Figures.share(name));
    }

    /** Name of the figure in the user's notation. */
    public String name() {
        return nameOf(figure);
    }

    /** Name of a figure in the user's notation: a statistic of a latency has brackets, like {@code p99(end-to-end)}. */
    private static String nameOf(Figure figure) {
        String plain = figure.plain().name();
        return figure.group().map(group -> group + Figure.GROUP_ENDS).orElse("")
                + figure.latency()
                        .map(Latency::tag)
                        .map(tag -> plain.substring(tag.length() + 1) + '(' + tag + ')')
                        .orElse(plain);
    }

    private static Latency latency(String text, String given) {
        String tag = given.replace(' ', '-');
        List<String> tags = Arrays.stream(Latency.values()).map(Latency::tag).toList();
        return Latency.find(tag)
                .orElseThrow(() -> new IllegalArgumentException(Units.quoted(text) + "; the latency must be one of "
                        + String.join(", ", tags) + "." + NearName.question(tag, tags)));
    }

    /** A percentile that is not in the catalogue; empty if the text is no percentile. */
    private static Optional<Figure> percentile(String text, String statistic, Optional<Latency> latency) {
        Matcher percentile = PERCENTILE.matcher(statistic);
        if (!percentile.matches()) {
            return Optional.empty();
        }
        double percent = Double.parseDouble(Units.group(percentile, 1));
        if (percent <= 0 || percent >= 100) {
            throw new IllegalArgumentException(Units.quoted(text) + "; " + statistic
                    + " must be a percentile between p0 and p100, like p99. The longest latency is max.");
        }
        return Optional.of(Figures.percentile(statistic, percent, latency));
    }

    private static IllegalArgumentException unknown(String text, String asked) {
        List<String> names = Figures.ofRuns().stream().map(Figure::name).toList();
        return new IllegalArgumentException(Units.quoted(text) + "; " + Units.quoted(asked)
                + " is no figure of a run. Must be a percentile, max or mean of a latency, like p99(end-to-end), or one of"
                + " rate, lost, backlog-growth, broker-cpu and the others in docs/reference/figures.md."
                + NearName.question(asked, names));
    }

    /** Sentence about the first condition that can never hold, alone or together with another one. */
    public static Optional<String> contradiction(List<Threshold> all) {
        for (Threshold one : all) {
            boolean mayBeNegative = one.figure.plain().name().equals("backlog-growth");
            if (one.comparison == Comparison.LESS && one.limit == 0 && !mayBeNegative) {
                return Optional.of(one + "; " + one.name() + " is never below 0. Must be above.");
            }
            for (Threshold other : all) {
                if (one.excludes(other)) {
                    return Optional.of(one + " and " + other + "; cannot both hold. Leave one of them out.");
                }
            }
        }
        return Optional.empty();
    }

    /** Sentence about a condition on a group whose name is unknown. */
    public static String unknownGroup(Threshold condition, Collection<String> names) {
        return condition + "; no group has this name. The names are " + names + ".";
    }

    /** Sentence about conditions of which at least one holds in every run. */
    public static Optional<String> alwaysOne(List<Threshold> all) {
        return contradiction(all.stream().map(Threshold::negated).toList())
                .map(sentence -> all.stream().map(Threshold::toString).collect(Collectors.joining(", "))
                        + "; one of them holds in every run. Leave one out, or change its limit.");
    }

    /** Whether this condition demands more of a figure than the other allows it, or allows a higher percentile of its latency. */
    private boolean excludes(Threshold other) {
        boolean same = name().equals(other.name());
        double least = limit;
        double most = other.limit;
        boolean equal = comparison == Comparison.EQUAL;
        if (same && equal && other.comparison == Comparison.OTHER && least == most) {
            return true;
        }
        boolean floor = equal || comparison == Comparison.MORE || comparison == Comparison.AT_LEAST;
        boolean ceiling = other.comparison == Comparison.LESS
                || other.comparison == Comparison.AT_MOST
                || other.comparison == Comparison.EQUAL;
        boolean open = comparison == Comparison.MORE || other.comparison == Comparison.LESS;
        return (same || isBelow(other)) && floor && ceiling && (open ? least >= most : least > most);
    }

    /** Whether this condition is on a lower percentile of the latency that the other one is on. */
    private boolean isBelow(Threshold other) {
        Figure higher = other.figure;
        return figure.percentile().isPresent()
                && higher.percentile().isPresent()
                && figure.latency().equals(higher.latency())
                && figure.group().equals(higher.group())
                && figure.percentile().getAsDouble() < higher.percentile().getAsDouble();
    }

    /** Name of the groups that the condition is on; empty for the whole run. */
    public Optional<String> group() {
        return figure.group();
    }

    /** An upper limit of a percentile or of the maximum, as the share of messages that may be beyond it; else empty. */
    public Optional<MessagesBeyond> messagesBeyond() {
        boolean isCeiling = comparison == Comparison.LESS || comparison == Comparison.AT_MOST;
        return isCeiling ? figure.percentile().stream().mapToObj(this::beyond).findFirst() : Optional.empty();
    }

    private MessagesBeyond beyond(double percentile) {
        double share = BigDecimal.valueOf(100)
                .subtract(BigDecimal.valueOf(percentile))
                .movePointLeft(2)
                .doubleValue();
        return new MessagesBeyond(figure.latency(), Math.round(limit), comparison == Comparison.LESS, share);
    }

    boolean isMetBy(double value) {
        return comparison.holds(value, limit);
    }

    /** The condition that holds where this one does not. */
    public Threshold negated() {
        return new Threshold(figure, comparison.negated(), limit, limitText);
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
        return name() + ' ' + comparison.sign + ' ' + limitText;
    }
}
