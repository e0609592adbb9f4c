package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.CapabilityContract;
import dev.dyno.driver.tck.ConnectionContract;

/** A part of the contract of all drivers, on a real Kafka. */
class ConnectionContractTest implements KafkaSubject, CapabilityContract, ConnectionContract {}
