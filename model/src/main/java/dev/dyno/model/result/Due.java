package dev.dyno.model.result;

import org.HdrHistogram.Histogram;

/**
 * The fate of the messages that were due in the measured phase: of those with an intended time the ones intended in it, of
 * those without one the ones handed over in it. Rates count the events of the phase, whichever message they belong to; latencies
 * and these counts are of its own messages.
 *
 * @param messages that were due in it
 * @param inTime of those, acknowledged before the phase ended
 * @param unsent of those, never handed over to the client library
 * @param unacknowledged of those, handed over and not acknowledged, however long was waited, or failed
 * @param undelivered deliveries of those to subscriptions that had to get them, which were handed over and not received by the
 *     end of the drain
 */
public record Due(long messages, long inTime, long unsent, long unacknowledged, long undelivered) {

    public static final Due NONE = new Due(0, 0, 0, 0, 0);

    /**
     * By the latencies, in which every message that was due has its place.
     *
     * @param latencies of the messages of the measured phase
     */
    public static Due of(Latencies latencies, long inTime) {
        long acknowledged =
                latencies.get(Latency.RESPONSE).map(Histogram::getTotalCount).orElse(0L);
        return new Due(
                acknowledged + latencies.unfinishedCount(Latency.RESPONSE),
                inTime,
                latencies.unfinishedCount(Latency.SEND_DELAY),
                latencies.unfinishedCount(Latency.SEND_ACK),
                latencies.unfinishedCount(Latency.TRANSFER));
    }

    /** The share that was served in time, from 0 to 1; 1 if nothing was due. */
    public double inTimeShare() {
        return messages == 0 ? 1 : (double) inTime / messages;
    }

    /** Whether a message was sent too late, or an answer or a delivery did not come. */
    public boolean hasUnfinished() {
        return unsent + unacknowledged + undelivered > 0;
    }
}
