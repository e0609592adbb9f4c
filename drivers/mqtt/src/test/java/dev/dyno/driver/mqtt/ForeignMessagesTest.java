package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that another application publishes. */
@Tag("broker")
class ForeignMessagesTest {

    private static final int BYTES = 20;

    /** MQTT has no timestamp. */
    @Test
    void messagesOfAnotherClientAreCountedAndSized() throws Exception {
        try (RealBroker broker = Mosquitto.start()) {
            AtomicBoolean ended = new AtomicBoolean();
            Thread other = new Thread(() -> publish(broker.port(), ended));
            other.start();
            RunResult result = Loads.run(
                    new MqttDriver(),
                    broker.url("mqtt"),
                    Map.of(),
                    "{ consumers: { from: topic://rome, messages: 20 }, phases: { measure: until stopped } }");
            ended.set(true);
            other.join();
            long received = result.totals().received();
            assertThat(received).isGreaterThanOrEqualTo(20);
            assertThat(result.ledger().corrupt()).isZero();
            assertThat(result.latencies().isEmpty()).isTrue();
            assertThat(result.conditions().orElseThrow().foreign())
                    .contains(new ForeignMessages(received, received * BYTES, 0, List.of()));
        }
    }

    private static void publish(int port, AtomicBoolean ended) {
        Mqtt5BlockingClient client = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildBlocking();
        client.connect();
        while (!ended.get()) {
            client.publishWith()
                    .topic("rome")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(new byte[BYTES])
                    .send();
        }
        client.disconnect();
    }
}
