package dev.dyno.driver.kafka;

import dev.dyno.driver.tck.AcknowledgementContract;
import java.util.Map;

/** A part of the contract of all drivers, on a real Kafka. */
class AcknowledgementContractTest implements KafkaSubject, AcknowledgementContract {

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("max.poll.records", "10");
    }
}
