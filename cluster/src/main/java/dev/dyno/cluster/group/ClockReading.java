package dev.dyno.cluster.group;

/**
 * One reading of another member's clock.
 *
 * @param sentNs time of the question, on our clock
 * @param theirsNs answer, on its clock
 * @param receivedNs arrival of the answer, on our clock
 */
public record ClockReading(long sentNs, long theirsNs, long receivedNs) {

    public long roundTripNs() {
        return receivedNs - sentNs;
    }

    /** Its clock minus ours if both ways take the same time; wrong by at most half of the round trip. */
    public long offsetNs() {
        return theirsNs - (sentNs + roundTripNs() / 2);
    }
}
