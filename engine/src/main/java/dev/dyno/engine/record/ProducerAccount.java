package dev.dyno.engine.record;

import dev.dyno.driver.Destination;

/**
 * What one producer has sent, for the ledger.
 *
 * @param producerId as in the envelope
 * @param destination where to
 * @param sequences how many sequences it has used: 0 to {@code sequences - 1}
 * @param inDoubt those of them that failed or were never acknowledged, ascending or not
 * @param sendTimes when some of them were sent; none while it still sends
 */
public record ProducerAccount(
        int producerId, Destination destination, long sequences, long[] inDoubt, SendTimes sendTimes) {}
