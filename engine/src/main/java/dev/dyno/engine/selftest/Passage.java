package dev.dyno.engine.selftest;

/**
 * Times of one message on its way through a proxy between its clients and the broker, in ns; {@link #NEVER} = it did not happen.
 *
 * @param intendedNs as the message itself states
 * @param sentNs as the message itself states
 * @param enteredNs time of the read from its producer
 * @param forwardedNs time of the write to the broker
 * @param answeredNs time of the write to its producer of the first bytes that the broker sent after that: its acknowledgement
 *     cannot have come earlier
 * @param deliveredNs time of the first write to a consumer
 */
record Passage(long intendedNs, long sentNs, long enteredNs, long forwardedNs, long answeredNs, long deliveredNs) {

    static final long NEVER = Long.MAX_VALUE;
}
