package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Number of gates in 100 that would miss a change of a figure for the worse, given the variation of its runs: by Student's
 * distribution, the change is measured as no more than allowed or, with {@code --sure}, as not surely more.
 *
 * @param loss the true change for the worse, as a share: usually twice the allowed one
 * @param runs numbers of runs of each side: {@code 3 against 3}
 * @param missed number of gates out of 100 that would miss this change
 * @param atLeast whether the number may be higher, because the runs do not show every cause of variation
 */
public record GatePower(Figure figure, double loss, String runs, int missed, boolean atLeast) {

    /** Minimum degrees of freedom: with fewer the spread means almost nothing. */
    private static final int LEAST_FREEDOM = 2;

    /**
     * @param allowed share by which the figure may be worse: 0.1 is 10 %
     * @param before values of the baseline's runs, above zero
     * @param after values of the judged runs
     * @param effect difference of the judged runs from the baseline
     * @param alphaOfSure error of the interval that as a whole must be worse than allowed; empty without {@code --sure}
     * @return empty if there are too few runs
     */
    static Optional<GatePower> of(
            Figure figure,
            double allowed,
            double[] before,
            double[] after,
            Effect effect,
            Optional<Double> alphaOfSure) {
        int runs = before.length + after.length;
        double freedom = effect.hasInterval() ? effect.freedom() : runs - 2.0;
        if (freedom < LEAST_FREEDOM) {
            return Optional.empty();
        }
        double error = effect.hasInterval()
                ? effect.error()
                : Math.sqrt((squares(before) + squares(after)) / freedom * (1.0 / before.length + 1.0 / after.length));
        double loss = loss(figure, allowed);
        double beyond = distance(figure, loss) - distance(figure, allowed);
        double needed =
                alphaOfSure.map(alpha -> Effect.quantile(freedom, alpha)).orElse(0.0);
        double missed = error == 0 ? 0 : TDistribution.of(freedom).cumulativeProbability(needed - beyond / error);
        return Optional.of(new GatePower(
                figure,
                loss,
                before.length + " against " + after.length,
                (int) Math.round(missed * 100),
                !effect.hasInterval()));
    }

    /**
     * The change for the worse that is considered: twice the allowed one, or the figure's margin if none is allowed. A figure
     * that should be high can fall by no more than 100 %: its change is at most half way from the allowed one to 100 %.
     */
    private static double loss(Figure figure, double allowed) {
        double twice = allowed == 0 ? figure.margin() : 2 * allowed;
        return figure.better() == Figure.Better.LESS ? twice : Math.min(twice, (1 + allowed) * 0.5);
    }

    private static double distance(Figure figure, double share) {
        return figure.better() == Figure.Better.LESS ? Math.log1p(share) : -Math.log1p(-share);
    }

    /** Sum of squared deviations of the logarithms from their mean. */
    private static double squares(double[] values) {
        double mean = Effect.meanLog(values);
        return DoubleStream.of(values)
                .map(value -> Math.pow(Math.log(value) - mean, 2))
                .sum();
    }

    /** Sentence for users: {@code rate: 3 against 3 runs would miss a 20 % loss in 63 of 100.} */
    public String sentence() {
        return figure.name() + ": " + runs + " runs would miss a " + NumberText.given(loss)
                + (figure.better() == Figure.Better.LESS ? " rise in " : " loss in ")
                + (atLeast ? "at least " : "")
                + (missed == 0 && !atLeast ? "less than 1" : missed) + " of 100.";
    }
}
