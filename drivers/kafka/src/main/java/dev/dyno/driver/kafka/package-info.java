/**
 * The Kafka driver, on Kafka's own client library.
 *
 * <p>Kafka has only topics. A queue is a topic whose consumers form one group. A named subscription is a consumer group, with the
 * client id before its name unless it is shared. A consumer without a named subscription reads all partitions itself, from their
 * ends or, if asked, from the earliest message.
 *
 * <p>Reading order: {@link dev.dyno.driver.kafka.KafkaClient} → {@link dev.dyno.driver.kafka.KafkaConnection} →
 * {@link dev.dyno.driver.kafka.AsyncProducer} and {@link dev.dyno.driver.kafka.PollingConsumer}.
 */
package dev.dyno.driver.kafka;
