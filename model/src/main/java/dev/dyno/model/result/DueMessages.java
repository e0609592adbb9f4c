package dev.dyno.model.result;

/**
 * Messages that were due in the measured phase, by their outcome: those intended in it or, without an intended time, handed
 * over in it. Latencies and these counts are of these messages alone; rates count all events of the phase, also of other
 * messages.
 *
 * @param messages number due in the phase
 * @param inTime of those, the ones acknowledged before the phase ended
 * @param unsent of those, the ones never handed over to the client library
 * @param unacknowledged of those, the ones handed over that failed or were never acknowledged
 * @param undelivered deliveries of those that were handed over and not received by the end of the drain; also those that a
 *     subscription missed while it was gone, which the ledger counts apart
 */
public record DueMessages(long messages, long inTime, long unsent, long unacknowledged, long undelivered) {

    public static final DueMessages NONE = new DueMessages(0, 0, 0, 0, 0);

    /**
     * Counts from the latencies, which include every message that was due.
     *
     * @param latencies of the messages of the measured phase
     */
    public static DueMessages of(Latencies latencies, long inTime) {
        return new DueMessages(
                latencies.count(Latency.RESPONSE) + latencies.unfinishedCount(Latency.RESPONSE),
                inTime,
                latencies.unfinishedCount(Latency.SEND_DELAY),
                latencies.unfinishedCount(Latency.SEND_ACK),
                latencies.unfinishedCount(Latency.TRANSFER));
    }

    /** Share that was acknowledged in time, from 0 to 1; 1 if nothing was due. */
    public double inTimeShare() {
        return messages == 0 ? 1 : (double) inTime / messages;
    }

    /** Whether any message was unsent, unacknowledged or undelivered. */
    public boolean hasUnfinished() {
        return unsent + unacknowledged + undelivered > 0;
    }
}
