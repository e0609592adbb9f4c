package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
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
        Optional<Subscription> both = Optional.of(new Subscription("both", true, true));
        ConsumerSpec spec = new ConsumerSpec(freshTopic(), both, AckMode.AUTO, ReceiveMode.LISTENER, Optional.empty());
        try (Client client = driver().open(spec());
                ClientConnection connection = client.connect(new ConnectionSpec(Optional.of("id"), failure -> {}))) {
            assertThatThrownBy(() -> connection.createConsumer(spec, body -> {}))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("MQTT has no subscription that is both durable and shared:"
                            + " every session that shares it keeps its part of the messages for itself");
        }
    }
}
