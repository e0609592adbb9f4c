package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.proxy.TcpProxy;
import dev.dyno.tck.Exchange;
import dev.dyno.tck.JdkTime;
import dev.dyno.tck.TestCertificates;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Tag("broker")
class TlsTest {

    /** Also of this machine, and in no certificate. */
    private static final String ELSEWHERE = "127.0.0.2";

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        certificates = TestCertificates.create(folder);
        broker = TestBroker.startEncrypted(certificates);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** @param settings names and values in turn */
    private static ClientSpec spec(Provider provider, String host, int port, String... settings) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        // By itself the library waits half a minute for the answer of a broker that has hung up.
        String url = provider == Provider.AMQP
                ? "amqps://" + host + ":" + port
                : "tcp://" + host + ":" + port + "?callTimeout=3000";
        return provider.spec(url, Optional.empty(), properties);
    }

    @ParameterizedTest
    @EnumSource
    void messagesPassWithTrustAndTheClientsOwnCertificate(Provider provider) throws Exception {
        ClientSpec spec = spec(
                provider,
                "127.0.0.1",
                broker.port(),
                "tls.trust",
                certificates.ca().toString(),
                "tls.certificate",
                certificates.client().toString(),
                "tls.key",
                certificates.clientKey().toString());
        assertThat(Exchange.of("hello", new JmsDriver(), spec)).containsExactly("hello");
    }

    @ParameterizedTest
    @EnumSource
    void aClientWithoutACertificateIsRefusedWhereOneIsWanted(Provider provider) {
        ClientSpec spec = spec(
                provider,
                "127.0.0.1",
                broker.port(),
                "tls.trust",
                certificates.ca().toString());
        assertThatThrownBy(() -> Exchange.of("hello", new JmsDriver(), spec))
                .isInstanceOf(DriverException.class)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @EnumSource
    void aBrokerThatIsNotTrustedIsRefused(Provider provider) {
        ClientSpec spec = spec(
                provider,
                "127.0.0.1",
                broker.port(),
                "tls.certificate",
                certificates.client().toString(),
                "tls.key",
                certificates.clientKey().toString());
        assertThatThrownBy(() -> Exchange.of("hello", new JmsDriver(), spec))
                .isInstanceOf(DriverException.class)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateForAnotherHostIsRefusedUnlessToldNotToLook(Provider provider) throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(InetAddress.getByName(ELSEWHERE), broker.port(), new JdkTime())) {
            String[] settings = {
                "tls.trust",
                certificates.ca().toString(),
                "tls.certificate",
                certificates.client().toString(),
                "tls.key",
                certificates.clientKey().toString(),
                "tls.verify-host",
                "true"
            };
            ClientSpec strict = spec(provider, ELSEWHERE, forwarder.port(), settings);
            assertThatThrownBy(() -> Exchange.of("hello", new JmsDriver(), strict))
                    .isInstanceOf(DriverException.class)
                    .hasMessageNotContaining("\n");
            settings[settings.length - 1] = "false";
            ClientSpec lax = spec(provider, ELSEWHERE, forwarder.port(), settings);
            assertThat(Exchange.of("hello", new JmsDriver(), lax)).containsExactly("hello");
        }
    }

    @Test
    void aPresetThatSaysNothingOfTlsCannotBeToldOfIt() {
        ClientSpec spec = new ClientSpec(
                "tcp://127.0.0.1:1",
                Optional.empty(),
                Map.of(
                        "jms.connectionFactory",
                        "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory",
                        "tls.trust",
                        certificates.ca().toString()),
                new JdkTime());
        assertThatThrownBy(() -> new JmsDriver().open(spec))
                .isInstanceOf(DriverException.class)
                .hasMessage("tls.trust: this driver does not know how the provider is told; use the provider's own"
                        + " properties for TLS");
    }
}
