package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.MessagesLeftContract;
import dev.dyno.driver.tck.TopicContract;
import dev.dyno.driver.tck.TransactionContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
@Timeout(120)
class TopicContractTest implements KafkaSubject, TransactionContract, TopicContract, MessagesLeftContract {}
