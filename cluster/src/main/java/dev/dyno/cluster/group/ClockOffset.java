package dev.dyno.cluster.group;

/**
 * Difference of a member's clock from ours.
 *
 * @param offsetNs the member's clock minus ours
 * @param boundNs largest error, to either side: at least half of the shortest round trip, however many readings are made
 */
public record ClockOffset(long offsetNs, long boundNs) {}
