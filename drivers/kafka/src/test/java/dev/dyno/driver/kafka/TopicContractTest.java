package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.DriverTopicContract;
import org.junit.jupiter.api.Tag;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
class TopicContractTest extends DriverTopicContract implements KafkaSubject {}
