package dev.dyno.compare;

/**
 * What is known of one figure.
 *
 * @param a its geometric mean over the blocks of A, in the figure's unit
 * @param b over those of B
 * @param margin the relative difference that does not matter
 * @param effect with the interval of the look at which the call was made
 * @param moreBlocks about so many more of each setup make it conclusive ({@link MoreBlocks}); 0 if it is, or if nothing can be
 *     called
 */
public record Judgement(Figure figure, double a, double b, double margin, Effect effect, Call call, int moreBlocks) {}
