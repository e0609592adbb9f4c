package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.DriverSendContract;
import org.junit.jupiter.api.Tag;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
class SendContractTest extends DriverSendContract implements KafkaSubject {}
