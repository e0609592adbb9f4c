/**
 * The Kafka driver, on Kafka's own client library.
 *
 * <p>Kafka has only topics. A queue is a topic read by one consumer group; a named subscription is a consumer group of that name;
 * a consumer of an unnamed subscription reads all partitions itself, from their ends.
 *
 * <p>Reading order: {@link dev.dyno.driver.kafka.KafkaClient} → {@link dev.dyno.driver.kafka.KafkaConnection} →
 * {@link dev.dyno.driver.kafka.AsyncProducer} and {@link dev.dyno.driver.kafka.PollingConsumer}.
 */
package dev.dyno.driver.kafka;
