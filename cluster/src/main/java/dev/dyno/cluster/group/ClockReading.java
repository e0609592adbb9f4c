package dev.dyno.cluster.group;

/**
 * One reading of another member's clock.
 *
 * @param sentNs time of the question, on our clock
 * @param theirsNs answer: the time on the other member's clock
 * @param receivedNs arrival of the answer, on our clock
 */
public record ClockReading(long sentNs, long theirsNs, long receivedNs) {

    public long roundTripNs() {
        return receivedNs - sentNs;
    }

    /** The other member's clock minus ours if both ways take equally long; wrong by at most half of the round trip. */
    public long offsetNs() {
        return theirsNs - (sentNs + roundTripNs() / 2);
    }
}
