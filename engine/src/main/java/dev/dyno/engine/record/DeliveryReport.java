package dev.dyno.engine.record;

/**
 * Sequences that a subscription received from one producer at one worker in a short time.
 *
 * @param subscription its index in {@link PeerWorkers#consuming}
 * @param runId of the messages
 * @param producerId the producer's number in the envelope
 * @param inOrder sequences received in order, before any later one at their consumer; ascending, repeated as often as received
 * @param late sequences received after the same or a later one; ascending, repeated as often as received
 */
public record DeliveryReport(int subscription, long runId, int producerId, long[] inOrder, long[] late) {}
