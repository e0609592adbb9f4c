package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.SendContract;

/** A part of the contract of all drivers, on a real Kafka. */
class SendContractTest implements KafkaSubject, SendContract {}
