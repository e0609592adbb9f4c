package dev.dyno.engine.selftest;

/**
 * One message on its way through a proxy between its clients and the broker. Times in ns; {@link #NEVER} = it did not happen.
 *
 * @param intendedNs as the message itself states
 * @param sentNs as the message itself states
 * @param enteredNs when it was read from its producer
 * @param forwardedNs when it was written to the broker
 * @param answeredNs when the first bytes were written to its producer that the broker had sent after that: its acknowledgement
 *     cannot have come earlier
 * @param deliveredNs when it was written to a consumer first
 */
record Passage(long intendedNs, long sentNs, long enteredNs, long forwardedNs, long answeredNs, long deliveredNs) {

    static final long NEVER = Long.MAX_VALUE;
}
