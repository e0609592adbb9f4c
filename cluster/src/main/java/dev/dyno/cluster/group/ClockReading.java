package dev.dyno.cluster.group;

/**
 * One look at the clock of another member.
 *
 * @param sentNs when it was asked, on our clock
 * @param theirsNs what it answered, on its clock
 * @param receivedNs when the answer was here, on our clock
 */
public record ClockReading(long sentNs, long theirsNs, long receivedNs) {

    /** There and back. */
    public long roundTripNs() {
        return receivedNs - sentNs;
    }

    /** Its clock minus ours, if both ways take the same time; wrong by at most half of the round trip. */
    public long offsetNs() {
        return theirsNs - (sentNs + roundTripNs() / 2);
    }
}
