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
 * What is compared, and how surely.
 *
 * @param margins the figures to judge, and of each the relative difference that does not matter, above 0
 * @param confidence of all calls of a comparison together: in so many of 100 comparisons none is wrong; between 0 and 1
 */
public record Rule(Map<Figure, Double> margins, double confidence) {

    public static final double CONFIDENCE = 0.95;

    public Rule {
        if (margins.isEmpty() || margins.values().stream().anyMatch(margin -> !(margin > 0))) {
            throw new IllegalArgumentException("margins: " + margins);
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence: " + confidence);
        }
        margins = Collections.unmodifiableMap(new TreeMap<>(margins));
    }

    /** The standard figures, with their own margins, at 95 %. */
    public static Rule standard() {
        return of(new TreeSet<>(Figures.of(Use.STANDARD)), Map.of(), CONFIDENCE);
    }

    /** @param margins where the figure's own is not wanted */
    public static Rule of(Set<Figure> figures, Map<Figure, Double> margins, double confidence) {
        Map<Figure, Double> all = new TreeMap<>();
        figures.forEach(figure -> all.put(figure, margins.getOrDefault(figure, figure.margin())));
        return new Rule(all, confidence);
    }

    /** For one of so many comparisons that all are to be right together (Bonferroni). */
    public Rule oneOf(int comparisons) {
        return new Rule(margins, 1 - (1 - confidence) / comparisons);
    }

    /** The error that each of so many figures may have, so that all of them together have what is allowed (Bonferroni). */
    double alphaOfOne(int figures) {
        return (1 - confidence) / figures;
    }
}
