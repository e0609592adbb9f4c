package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import javax.net.ssl.SSLContext;
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
        echo(broker, Optional.empty());
        assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker.url("amqp")), Optional.empty()))
                .isZero();
    }

    private static void echo(ManagedBroker broker, Optional<SSLContext> tls) throws Exception {
        try (RawMqtt mqtt = RawMqtt.open(TestHome.at(broker.url("mqtt")), tls, "", "")) {
            assertThat(mqtt.answer()).isEqualTo(RawMqtt.LET_IN);
            assertThat(mqtt.echo("here", "hello")).isEqualTo("hello");
        }
    }

    @Test
    void everyPortSpeaksTls() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(withTls(spec()))) {
            assertThat(broker.url("openwire")).isEqualTo("ssl://127.0.0.1:" + broker.port());
            assertThat(broker.url("mqtt")).startsWith("mqtts://127.0.0.1:");
            assertThat(broker.url("stomp")).startsWith("stomp+ssl://127.0.0.1:");
            echo(broker, Optional.of(trust()));
            assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker.url("amqp")), Optional.of(trust())))
                    .isZero();
        }
    }
}
