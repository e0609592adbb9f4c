package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.MessagesLeftContract;
import dev.dyno.driver.tck.TopicContract;
import dev.dyno.driver.tck.TransactionContract;

/** A part of the contract of all drivers, on a real Kafka. */
class TopicContractTest implements KafkaSubject, TransactionContract, TopicContract, MessagesLeftContract {}
