package dev.dyno.driver.kafka;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One Kafka for all tests that do it no harm; it ends with this process. */
final class OnKafka {

    private static @Nullable RealBroker shared;

    private OnKafka() {}

    static synchronized RealBroker shared() {
        RealBroker existing = shared;
        if (existing == null) {
            existing = start();
            shared = existing;
        }
        return existing;
    }

    static RealBroker start() {
        return RealBroker.start(small(BrokerSpec.of("kafka")));
    }

    /** Starts fast and takes little memory. */
    static BrokerSpec small(BrokerSpec spec) {
        return RealBroker.quick(spec.withHeap("256m"));
    }

    static ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(shared().url("kafka"), properties);
    }
}
