package dev.dyno.cluster.group;

/**
 * Difference of a member's clock from ours.
 *
 * @param offsetNs its clock minus ours
 * @param boundNs largest error, to either side, which no measurement over the same network path can reduce
 * @param atNs time of the measurement, on our clock
 * @param minRoundTripNs shortest round trip measured
 * @param readings number of answers used
 */
public record ClockOffset(long offsetNs, long boundNs, long atNs, long minRoundTripNs, int readings) {

    /** Offset of our own clock. */
    public static ClockOffset none(long atNs) {
        return new ClockOffset(0, 0, atNs, 0, 0);
    }
}
