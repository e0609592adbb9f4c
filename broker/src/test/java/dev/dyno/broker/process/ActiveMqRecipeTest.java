package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class ActiveMqRecipeTest extends RecipeContract {

    ActiveMqRecipeTest() {
        super("activemq");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("openwire", "amqp", "mqtt", "stomp");
        try (MqttOnBroker mqtt = MqttOnBroker.open(broker.url("mqtt"))) {
            assertThat(mqtt.echo("here", "hello")).isEqualTo("hello");
        }
        assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker.url("amqp")), Optional.empty()))
                .isZero();
    }

    /** A gibibyte, unless the heap is smaller: its description says so. */
    @Test
    void memoryForMessagesDependsOnTheHeapIfItIsSmall() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec().withHeap("2g"))) {
            assertThat(broker.facts()).containsEntry("memory-limit", "1073741824");
        }
        try (ManagedBroker broker = TestHome.launcher().start(spec().withHeap("512m"))) {
            long heap = Long.parseLong(String.valueOf(broker.facts().get("heap-max-bytes")));
            assertThat(Long.parseLong(String.valueOf(broker.facts().get("memory-limit"))))
                    .isBetween(heap * 70 / 100 - 1, heap * 70 / 100 + 1);
        }
    }

    @Test
    void everyPortSpeaksTls() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(withTls(spec()))) {
            assertThat(broker.url("openwire")).isEqualTo("ssl://127.0.0.1:" + broker.port());
            assertThat(broker.url("mqtt")).startsWith("mqtts://127.0.0.1:");
            assertThat(broker.url("stomp")).startsWith("stomp+ssl://127.0.0.1:");
            try (MqttOnBroker mqtt = MqttOnBroker.open(broker.url("mqtt"), tls())) {
                assertThat(mqtt.echo("here", "hello")).isEqualTo("hello");
            }
            assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker.url("amqp")), Optional.of(trust())))
                    .isZero();
        }
    }
}
