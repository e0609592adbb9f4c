package dev.dyno.driver.kafka;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.TestClient;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real Kafka broker. */
final class TestBroker implements AutoCloseable {

    private static @Nullable TestBroker shared;

    private final RealBroker broker;

    private TestBroker(RealBroker broker) {
        this.broker = broker;
    }

    /** One for all tests that do it no harm; it ends with this process. */
    static synchronized TestBroker shared() {
        TestBroker existing = shared;
        if (existing == null) {
            existing = start();
            shared = existing;
        }
        return existing;
    }

    static TestBroker start() {
        return new TestBroker(RealBroker.start(small(BrokerSpec.of("kafka"))));
    }

    /** Starts fast and takes little memory. */
    static BrokerSpec small(BrokerSpec spec) {
        return RealBroker.quick(spec.withHeap("256m"));
    }

    String address() {
        return broker.url("kafka");
    }

    /** The folder of its files. */
    Path data() {
        return broker.broker().data();
    }

    ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(address(), properties);
    }

    void kill() {
        broker.kill();
    }

    void pause() {
        broker.pause();
    }

    void resume() {
        broker.resume();
    }

    @Override
    public void close() {
        broker.close();
    }
}
