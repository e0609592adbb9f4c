package dev.dyno.cluster.group;

/**
 * By how much the clock of a member differs from ours.
 *
 * @param offsetNs its clock minus ours
 * @param boundNs how wrong that may be, to either side: what no measurement over the same way can know
 * @param atNs when it was measured, on our clock
 * @param minRoundTripNs the shortest way there and back that was seen
 * @param readings how many answers it was made from
 */
public record ClockOffset(long offsetNs, long boundNs, long atNs, long minRoundTripNs, int readings) {

    /** Our clock itself. */
    public static ClockOffset none(long atNs) {
        return new ClockOffset(0, 0, atNs, 0, 0);
    }
}
