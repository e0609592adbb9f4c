package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How often a gate would let through a loss of a figure, by how much its runs vary: the probability under Student's distribution
 * that a true loss of twice what is allowed is measured as no more than is allowed, or with {@code --sure}, as not surely more.
 *
 * @param loss the true loss, as a share
 * @param runs how many runs there are of each side: {@code 3 against 3}
 * @param missed in so many of 100 gates it would be missed
 * @param atLeast whether it may be more, since the runs do not show all that makes two runs differ
 */
public record GatePower(Figure figure, double loss, String runs, int missed, boolean atLeast) {

    private static final double HUNDRED = 100;
    private static final double HALF = 0.5;

    /** With fewer degrees of freedom the spread says next to nothing. */
    private static final int LEAST_FREEDOM = 2;

    /**
     * @param allowed by what share it may be worse: 0.1 is 10 %
     * @param before values of the baseline's runs, above zero
     * @param after values of the runs that are judged
     * @param effect of those
     * @param alphaOfSure the error of the interval that has to be worse than allowed; empty if the mere numbers count
     * @return empty if the runs are too few to say
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
                (int) Math.round(missed * HUNDRED),
                !effect.hasInterval()));
    }

    /** Twice what is allowed; of a rate that may fall by more than half, half of what it then has left. */
    private static double loss(Figure figure, double allowed) {
        double twice = allowed == 0 ? figure.margin() : 2 * allowed;
        return figure.better() == Figure.Better.LESS ? twice : Math.min(twice, (1 + allowed) * HALF);
    }

    private static double distance(Figure figure, double share) {
        return figure.better() == Figure.Better.LESS ? Math.log1p(share) : -Math.log1p(-share);
    }

    /** Of the deviations of the logarithms from their mean. */
    private static double squares(double[] values) {
        double mean = Effect.meanLog(values);
        return DoubleStream.of(values)
                .map(value -> Math.pow(Math.log(value) - mean, 2))
                .sum();
    }

    /** For people: {@code rate: 3 against 3 runs would miss a 20 % loss in 63 of 100.} */
    public String sentence() {
        return figure.name() + ": " + runs + " runs would miss a " + Shown.given(loss)
                + (figure.better() == Figure.Better.LESS ? " rise in " : " loss in ")
                + (atLeast ? "at least " : "")
                + (missed == 0 && !atLeast ? "less than 1" : missed) + " of 100.";
    }
}
