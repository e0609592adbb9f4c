package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads on a broker that others use or look at. */
@Tag("broker")
class LoadsTest {

    private static final int BYTES = 20;
    private static final String ESTABLISHED = "01";

    @RegisterExtension
    private static final SharedBroker BROKER = new SharedBroker(Mosquitto.SPEC, "mqtt");

    private static ClientSpec spec() {
        return BROKER.spec(Map.of());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theBrokerHasAConnectionForEachMessageUntilTheEnd() throws Exception {
        RunResult result =
                Loads.runUntilAsked(spec(), """
                producers: { to: "topic://none", count: 4, rate: 100/s, messages: 80, connect-only: true }
                phases: { measure: until stopped }
                """, unused -> Loads.awaitConnections(LoadsTest::connections, 80));
        assertThat(result.totals().acknowledged()).isEqualTo(80);
        assertThat(connections()).isZero();
    }

    /** Connections of the broker's side, as the kernel has them: one may stand in its list twice, if others come and go meanwhile. */
    private static long connections() throws IOException {
        String local = String.format(Locale.ROOT, ":%04X", BROKER.get().port());
        List<String> sockets = Files.readAllLines(Path.of("/proc/net/tcp"));
        return sockets.stream()
                .map(line -> line.strip().split(" +", -1))
                .filter(words -> words[1].endsWith(local) && words[3].equals(ESTABLISHED))
                .map(words -> words[2])
                .distinct()
                .count();
    }

    /** MQTT has no timestamp. */
    @Test
    void messagesOfAnotherClientAreCountedAndSized() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        Thread other = new Thread(() -> publish(ended));
        other.start();
        RunResult result = Loads.run(
                spec(), "{ consumers: { from: topic://rome, messages: 20 }, phases: { measure: until stopped } }");
        ended.set(true);
        other.join();
        long received = result.totals().received();
        assertThat(received).isGreaterThanOrEqualTo(20);
        assertThat(result.ledger().corrupt()).isZero();
        assertThat(result.latencies().isEmpty()).isTrue();
        assertThat(result.conditions().orElseThrow().foreign())
                .contains(new ForeignMessages(received, received * BYTES, 0, List.of()));
    }

    private static void publish(AtomicBoolean ended) {
        Mqtt5BlockingClient client = Mosquitto.client(BROKER.get());
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
