package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.CapabilityContract;
import dev.dyno.driver.tck.DeliveryContract;
import dev.dyno.driver.tck.MessagesLeftContract;

/** A part of the contract of all drivers, on share groups of a real Kafka. */
class ShareDeliveryTest implements ShareSubject, CapabilityContract, DeliveryContract, MessagesLeftContract {}
