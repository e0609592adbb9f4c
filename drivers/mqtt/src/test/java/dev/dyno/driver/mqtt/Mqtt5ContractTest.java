package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** MQTT 5 at QoS 1. */
class Mqtt5ContractTest extends RealBrokerContract {

    Mqtt5ContractTest() {
        super(Mosquitto.SPEC);
    }

    Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public ClientSpec spec() {
        return TestClient.spec(url("mqtt"), properties());
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.TOPICS,
                Capability.DURABLE_SUBSCRIPTIONS,
                Capability.SHARED_SUBSCRIPTIONS,
                Capability.LISTENER,
                Capability.RECEIVE,
                Capability.TIME_TO_LIVE,
                Capability.PROPERTIES);
    }

    @Override
    public boolean keepsMessages() {
        return false;
    }

    @Override
    public boolean sharesDurably() {
        return false;
    }

    /** There is no such thing in MQTT. */
    @Test
    @Override
    public void aSharedDurableSubscriptionKeepsMessagesUntilItIsRemoved() throws DriverException {
        ConsumerSpec both = TestClient.subscribes(freshTopic(), new Subscription("both", true, true));
        try (TestClient client = new TestClient(spec(), Optional.of("id"))) {
            assertFails(
                    () -> client.consume(both),
                    "MQTT has no subscription that is both durable and shared:"
                            + " each of its sessions keeps its share of the messages, and no other session gets them");
        }
    }
}
