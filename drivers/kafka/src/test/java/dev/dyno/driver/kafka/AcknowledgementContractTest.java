package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.DriverAcknowledgementContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
class AcknowledgementContractTest extends DriverAcknowledgementContract implements KafkaSubject {

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("max.poll.records", "10");
    }
}
