package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSRuntimeException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArtemisRecipeTest extends RecipeContract {

    ArtemisRecipeTest() {
        super("artemis");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("artemis", "amqp");
        JmsOnArtemis.send(broker.url("artemis"), "q", "hello");
        assertThat(JmsOnArtemis.receive(broker.url("artemis"), "q")).contains("hello");
    }

    @Test
    void clientsConnectByTlsAndOnlyThoseThatTrustItsAuthority() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(withTls(spec()))) {
            assertThat(broker.url("amqp")).isEqualTo("amqps://127.0.0.1:" + broker.port());
            assertThat(broker.url("artemis")).isEqualTo("tcp://127.0.0.1:" + broker.port() + "?sslEnabled=true");
            String trusting =
                    broker.url("artemis") + "&trustStoreType=PEMCA&trustStorePath=" + folder.resolve("ca.pem");
            JmsOnArtemis.send(trusting, "q", "hello");
            assertThat(JmsOnArtemis.receive(trusting, "q")).contains("hello");
            assertThat(RawAmqp.answerToHeader(TestHome.at(broker), Optional.of(trust())))
                    .isEqualTo(RawAmqp.header());
            String distrusting = broker.url("artemis") + "&initialConnectAttempts=1";
            assertThatThrownBy(() -> JmsOnArtemis.send(distrusting, "q", "hello"))
                    .isInstanceOf(JMSRuntimeException.class);
        }
    }

    @Test
    void aVersionBeforeTheKnobsForTlsRefusesThem() {
        BrokerSpec old = withTls(BrokerSpec.of("artemis:2.6.3"));
        assertThatThrownBy(() -> TestHome.launcher().start(old))
                .isInstanceOf(BrokerException.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .containsExactlyElementsOf(Stream.of("tls", "tls-certificate", "tls-key")
                                .map(knob -> "broker artemis: knob " + knob
                                        + ": needs version 2.30.0 or newer, and this is 2.6.3.")
                                .toList()));
    }
}
