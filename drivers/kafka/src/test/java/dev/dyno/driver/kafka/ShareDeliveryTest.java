package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.CapabilityContract;
import dev.dyno.driver.tck.DeliveryContract;
import dev.dyno.driver.tck.MessagesLeftContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A part of the contract of all drivers, on share groups of a real Kafka. */
@Tag("broker")
@Timeout(120)
class ShareDeliveryTest implements ShareSubject, CapabilityContract, DeliveryContract, MessagesLeftContract {}
