package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;

/**
 * Result for one figure.
 *
 * @param a geometric mean over the blocks of A, in the figure's unit
 * @param boundOfA whether that is exact, or a bound because messages were unfinished; the effect is then a bound, too, and at
 *     least as large as stated
 * @param b geometric mean over the blocks of B
 * @param boundOfB like that of A
 * @param margin the relative difference that does not matter
 * @param effect with the interval of the look at which the call was made
 * @param moreBlocks estimated number of further blocks of each setup that make it conclusive ({@link SampleSizeForecast}); 0 if it is, or
 *     if nothing can be called
 */
public record Judgement(
        Figure figure,
        double a,
        ConservativeBounds.Bound boundOfA,
        double b,
        ConservativeBounds.Bound boundOfB,
        double margin,
        Effect effect,
        Call call,
        int moreBlocks) {}
