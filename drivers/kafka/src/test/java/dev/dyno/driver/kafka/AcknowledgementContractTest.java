package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.AcknowledgementContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A part of the contract of all drivers, on a real Kafka. */
@Tag("broker")
@Timeout(120)
class AcknowledgementContractTest implements KafkaSubject, AcknowledgementContract {

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("max.poll.records", "10");
    }
}
