package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MosquittoRecipeTest extends RecipeContract {

    MosquittoRecipeTest() {
        super("mosquitto");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        try (MqttOnBroker mqtt = MqttOnBroker.open(broker.url("mqtt"))) {
            assertThat(mqtt.echo("here", "hello")).isEqualTo("hello");
        }
        assertThat(broker.urls()).containsOnlyKeys("mqtt");
        assertThat(broker.url("mqtt")).isEqualTo("mqtt://" + broker.host() + ":" + broker.port());
    }

    @Test
    void knobsReachTheBrokerAndItWritesItsData() throws Exception {
        Path data = folder.resolve("data");
        BrokerSpec spec = TestHome.with(
                spec().withDataDir(data),
                "persistence=true autosave-seconds=5 max-inflight=3 max-queued=4 "
                        + "max-queued-bytes=5KiB memory-limit=6MiB max-packet-size=7KiB set-tcp-nodelay=true");
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            use(broker);
        }
        assertThat(data.resolve("mosquitto.db")).isNotEmptyFile();
        assertThat(Files.readAllLines(data.resolve("mosquitto.conf")))
                .contains(
                        "persistence true",
                        "autosave_interval 5",
                        "max_inflight_messages 3",
                        "max_queued_messages 4",
                        "max_queued_bytes 5120",
                        "memory_limit 6291456",
                        "max_packet_size 7168",
                        "set_tcp_nodelay true");
    }

    @Test
    void onlyTheUserIsLetInAndByTls() throws Exception {
        BrokerSpec spec = withTls(
                spec().withKnob("security", "true").withKnob("user", "joe").withKnob("password", "pass: #word"));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.url("mqtt")).isEqualTo("mqtts://" + broker.host() + ":" + broker.port());
            try (MqttOnBroker joe = MqttOnBroker.open(broker.url("mqtt"), tls(), "joe", "pass: #word")) {
                assertThat(joe.echo("here", "hello")).isEqualTo("hello");
            }
            broker.restart();
            MqttOnBroker.open(broker.url("mqtt"), tls(), "joe", "pass: #word").close();
            assertThatThrownBy(() -> MqttOnBroker.open(broker.url("mqtt"), tls()))
                    .isInstanceOf(Mqtt3ConnAckException.class)
                    .hasMessageContaining("NOT_AUTHORIZED");
        }
    }
}
