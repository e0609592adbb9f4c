package dev.dyno.engine.record;

/**
 * What a subscription has got from one producer, at one worker, in a short time.
 *
 * @param subscription its place in {@link Ensemble#consuming}
 * @param runId of the messages
 * @param producerId as in the envelope
 * @param inOrder sequences that came to their consumer after none that is later; ascending, as often as they came
 * @param late the others; ascending, as often as they came
 */
public record Arrivals(int subscription, long runId, int producerId, long[] inOrder, long[] late) {}
