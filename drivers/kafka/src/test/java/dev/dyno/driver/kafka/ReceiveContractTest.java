package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.DeliveryContract;

/** A part of the contract of all drivers, on a real Kafka. */
class ReceiveContractTest implements KafkaSubject, DeliveryContract {}
