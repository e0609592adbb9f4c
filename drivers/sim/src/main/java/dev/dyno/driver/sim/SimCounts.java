package dev.dyno.driver.sim;

/**
 * The truth about a simulated broker so far, in messages unless a parameter is in another unit. Once no message is in flight,
 * {@code sent = acknowledged + failed + rolledBack}, unless connections were cut: a message in flight then counts as failed, and
 * again when the broker accepts it or rolls it back.
 *
 * @param sent handed over by producers
 * @param refused calls of {@code trySend} that returned false, because of {@code capacity}
 * @param acknowledged accepted by the broker; in a transaction, at its commit
 * @param failed failed by {@code fail}, or in flight when the broker died or cut the connection
 * @param rolledBack sent in a transaction that was never committed
 * @param lost acknowledged and deliberately never delivered
 * @param corrupted stored with one byte changed
 * @param duplicated stored twice
 * @param reordered swaps of a message with the next one of its producer
 * @param unrouted acknowledged for a topic without any subscription
 * @param expired copies not delivered because their time to live was over
 * @param delivered copies handed to a {@link dev.dyno.driver.DeliveryListener}, including repeated deliveries
 * @param redelivered copies returned to a queue, because their consumer closed, or its connection broke, without acknowledging
 *     them
 * @param forgotten copies that were acknowledged and lost when the broker died, because they were not persistent
 */
public record SimCounts(
        long sent,
        long refused,
        long acknowledged,
        long failed,
        long rolledBack,
        long lost,
        long corrupted,
        long duplicated,
        long reordered,
        long unrouted,
        long expired,
        long delivered,
        long redelivered,
        long forgotten) {}
