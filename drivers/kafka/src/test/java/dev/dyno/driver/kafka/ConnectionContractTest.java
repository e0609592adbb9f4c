package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.CapabilityContract;
import dev.dyno.driver.tck.ConnectionContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
@Timeout(120)
class ConnectionContractTest implements KafkaSubject, CapabilityContract, ConnectionContract {}
