package dev.dyno.app.compare;

import dev.dyno.app.plan.Problems;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.report.compare.DecisionRule;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Figures and shares in the user's notation: {@code p99=10%,rate=5%}. */
public final class FigureShares {

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** Every share is below this factor: 1,000,000 % is more than anybody means, and can still be shown. */
    private static final int BELOW = 10_000;

    private static final double LEAST_CONFIDENCE = 0.5;

    private FigureShares() {}

    /**
     * @param losses whether a share says how much worse a figure is allowed to be: then 0 % is allowed, and where more is better,
     *     the share must be less than 100 %, because nothing falls by more
     */
    public static Map<Figure, Double> read(String option, List<String> given, boolean losses, Problems problems) {
        Map<Figure, Double> shares = new TreeMap<>();
        for (String pair : words(given)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                problems.add(option + ": " + (pair.isEmpty() ? "is empty" : pair)
                        + "; must be FIGURE=PERCENT, like p99=10%.");
                continue;
            }
            Optional<Figure> figure = figure(option, pair.substring(0, equals).strip(), problems);
            Optional<Double> share = percent(pair.substring(equals + 1));
            boolean good = share.filter(s -> losses ? s >= 0 : s > 0).isPresent();
            problems.addIf(
                    !good,
                    option + ": " + pair + "; must be a share " + (losses ? "of at least" : "above")
                            + " 0 %, with its sign, like p99=10%.");
            if (figure.isPresent() && good) {
                boolean falls = losses && figure.get().better() == Figure.Better.MORE;
                int below = falls ? 1 : BELOW;
                problems.addIf(share.get() >= below, option + ": " + pair + "; must be less than " + below + "00 %.");
                problems.addIf(
                        shares.put(figure.get(), share.get()) != null,
                        option + ": " + figure.get().name() + " is given more than once; leave one of them out.");
            }
        }
        return shares;
    }

    /** The given figures, or the standard ones. */
    public static Set<Figure> figures(String option, List<String> given, Problems problems) {
        Set<Figure> figures = new TreeSet<>();
        words(given).forEach(tag -> figure(option, tag, problems).ifPresent(figures::add));
        return given.isEmpty() ? new TreeSet<>(Figures.of(Use.STANDARD)) : figures;
    }

    private static Optional<Figure> figure(String option, String tag, Problems problems) {
        Optional<Figure> figure = Figures.find(Use.COMPARED, tag);
        problems.addIf(
                figure.isEmpty(),
                option + ": " + (tag.isEmpty() ? "is empty" : tag) + "; must be one of " + Figures.names(Use.COMPARED)
                        + ".");
        return figure;
    }

    /** Words separated by commas, or in repeated options. */
    public static List<String> words(List<String> given) {
        return given.stream()
                .flatMap(text -> List.of(text.split(",", -1)).stream())
                .map(String::strip)
                .toList();
    }

    /** A percentage as a share: {@code 95%} is 0.95. */
    static Optional<Double> percent(String text) {
        String number = text.strip();
        if (!number.endsWith("%")) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new BigDecimal(number.substring(0, number.length() - 1).strip())
                            .divide(HUNDRED)
                            .doubleValue());
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Confidence of all verdicts of a comparison together. */
    public static double confidence(String option, Optional<String> given, Problems problems) {
        if (given.isEmpty()) {
            return DecisionRule.CONFIDENCE;
        }
        Optional<Double> share = percent(given.get()).filter(s -> s >= LEAST_CONFIDENCE && s < 1);
        problems.addIf(
                share.isEmpty(),
                option + ": " + (given.get().isBlank() ? "is empty" : given.get())
                        + "; must be at least 50% and less than 100%, with its sign, like 95%.");
        return share.orElse(DecisionRule.CONFIDENCE);
    }
}
