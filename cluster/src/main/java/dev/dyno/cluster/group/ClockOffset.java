package dev.dyno.cluster.group;

/**
 * Difference of a member's clock from ours.
 *
 * @param offsetNs its clock minus ours
 * @param boundNs largest error, to either side, which no measurement over the same network path can reduce
 */
public record ClockOffset(long offsetNs, long boundNs) {}
