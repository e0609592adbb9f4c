package dev.dyno.engine.selftest;

/**
 * Times of one message on its way through a proxy between its clients and the broker, in ns; {@link #NEVER} = it did not happen.
 *
 * @param intendedNs intended time that the message states
 * @param sentNs time of the send that the message states
 * @param enteredNs time of the read from its producer
 * @param answeredNs time of the write to its producer of the first bytes that the broker sent after it had the message: its
 *     acknowledgement cannot have come earlier
 * @param deliveredNs time of the first write to a consumer
 */
record Passage(long intendedNs, long sentNs, long enteredNs, long answeredNs, long deliveredNs) {

    static final long NEVER = Long.MAX_VALUE;

    /** A copy whose answer came at this time in ns, if that is earlier. */
    Passage answered(long ns) {
        return new Passage(intendedNs, sentNs, enteredNs, Math.min(answeredNs, ns), deliveredNs);
    }

    /** A copy whose delivery came at this time in ns, if that is earlier. */
    Passage delivered(long ns) {
        return new Passage(intendedNs, sentNs, enteredNs, answeredNs, Math.min(deliveredNs, ns));
    }
}
