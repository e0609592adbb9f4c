package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Figures and confidence of a comparison.
 *
 * @param margins figures to judge, each with the relative difference that does not matter, above 0
 * @param confidence of all calls of a comparison together: share of comparisons without a wrong call; between 0 and 1
 */
public record DecisionRule(Map<Figure, Double> margins, double confidence) {

    public static final double CONFIDENCE = 0.95;

    public DecisionRule {
        if (margins.isEmpty() || margins.values().stream().anyMatch(margin -> !(margin > 0))) {
            throw new IllegalArgumentException("margins: " + margins);
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence: " + confidence);
        }
        margins = Collections.unmodifiableMap(new TreeMap<>(margins));
    }

    /** Rule with the standard figures and their own margins, at 95 %. */
    public static DecisionRule standard() {
        return of(new TreeSet<>(Figures.of(Use.STANDARD)), Map.of(), CONFIDENCE);
    }

    /** @param margins margins that replace those of the figures themselves; may lack figures */
    public static DecisionRule of(Set<Figure> figures, Map<Figure, Double> margins, double confidence) {
        Map<Figure, Double> all = new TreeMap<>();
        figures.forEach(figure -> all.put(figure, margins.getOrDefault(figure, figure.margin())));
        return new DecisionRule(all, confidence);
    }

    /** Rule for one of several comparisons that are all to be right together (Bonferroni). */
    public DecisionRule oneOf(int comparisons) {
        return new DecisionRule(margins, 1 - (1 - confidence) / comparisons);
    }

    /** Error allowed to each of several figures, so that all together have the allowed error (Bonferroni). */
    double alphaOfOne(int figures) {
        return (1 - confidence) / figures;
    }
}
