package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;

/**
 * What is known of one figure.
 *
 * @param a its geometric mean over the blocks of A, in the figure's unit
 * @param boundOfA whether that is exact, or a bound because messages were unfinished; then the effect is of bounds, too, and at
 *     least as large as it says
 * @param b over those of B
 * @param boundOfB as that of A
 * @param margin the relative difference that does not matter
 * @param effect with the interval of the look at which the call was made
 * @param moreBlocks about so many more of each setup make it conclusive ({@link MoreBlocks}); 0 if it is, or if nothing can be
 *     called
 */
public record Judgement(
        Figure figure,
        double a,
        Ends.Bound boundOfA,
        double b,
        Ends.Bound boundOfB,
        double margin,
        Effect effect,
        Call call,
        int moreBlocks) {}
