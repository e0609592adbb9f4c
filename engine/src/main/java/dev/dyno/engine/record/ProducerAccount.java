package dev.dyno.engine.record;

import dev.dyno.driver.Destination;

/**
 * Account of one producer's messages, for the ledger.
 *
 * @param producerId the producer's number in the envelope
 * @param destination to which the messages are sent
 * @param sequences number of sequences used: 0 to {@code sequences - 1}
 * @param inDoubt sequences of messages that failed or were never acknowledged, in any order
 * @param sendTimes intended and sent times of some messages; empty while the producer still sends
 */
public record ProducerAccount(
        int producerId, Destination destination, long sequences, long[] inDoubt, SendTimes sendTimes) {}
