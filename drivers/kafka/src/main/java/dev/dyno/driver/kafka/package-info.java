/**
 * The Kafka driver, on Kafka's own client library.
 *
 * <p>Kafka has topics only. A queue is a topic that is read by one consumer group; a named subscription is a consumer group of
 * that name; a subscription without a name reads all partitions by itself, from their ends.
 *
 * <p>Reading order: {@link dev.dyno.driver.kafka.KafkaClient} → {@link dev.dyno.driver.kafka.KafkaConnection} → {@link
 * dev.dyno.driver.kafka.AsyncProducer} and {@link dev.dyno.driver.kafka.PollingConsumer}.
 */
@NullMarked
package dev.dyno.driver.kafka;

import org.jspecify.annotations.NullMarked;
