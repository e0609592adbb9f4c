package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.Exchange;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TcpProxy;
import java.net.InetAddress;
import java.nio.file.Path;
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

    private static ClientSpec spec(Provider provider, String host, int port, Map<String, String> settings) {
        // By itself the library waits half a minute for the answer of a broker that has hung up.
        String url = provider == Provider.AMQP
                ? "amqps://" + host + ":" + port
                : "tcp://" + host + ":" + port + "?callTimeout=3000";
        return provider.spec(url, Optional.empty(), settings);
    }

    private static ClientSpec spec(Provider provider, Map<String, String> settings) {
        return spec(provider, "127.0.0.1", broker.port(), settings);
    }

    @ParameterizedTest
    @EnumSource
    void messagesPassWithTrustAndTheClientsOwnCertificate(Provider provider) throws Exception {
        Exchange.assertPasses(new JmsDriver(), spec(provider, certificates.mutual()));
    }

    @ParameterizedTest
    @EnumSource
    void aClientWithoutACertificateIsRefusedWhereOneIsWanted(Provider provider) {
        Exchange.assertRefused(new JmsDriver(), spec(provider, certificates.trust()));
    }

    @ParameterizedTest
    @EnumSource
    void aBrokerThatIsNotTrustedIsRefused(Provider provider) {
        Map<String, String> settings = certificates.mutual();
        settings.remove("tls.trust");
        Exchange.assertRefused(new JmsDriver(), spec(provider, settings));
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateForAnotherHostIsRefusedUnlessToldNotToLook(Provider provider) throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(InetAddress.getByName(ELSEWHERE), broker.port(), new JdkTime())) {
            Map<String, String> strict = certificates.mutual("tls.verify-host", "true");
            Exchange.assertRefused(new JmsDriver(), spec(provider, ELSEWHERE, forwarder.port(), strict));
            Map<String, String> lax = certificates.mutual("tls.verify-host", "false");
            Exchange.assertPasses(new JmsDriver(), spec(provider, ELSEWHERE, forwarder.port(), lax));
        }
    }

    @Test
    void aPresetThatSaysNothingOfTlsCannotBeToldOfIt() {
        ClientSpec spec = new ClientSpec(
                "tcp://127.0.0.1:1",
                Optional.empty(),
                certificates.trust(
                        "jms.connectionFactory", "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory"),
                new JdkTime());
        assertThatThrownBy(() -> new JmsDriver().open(spec))
                .isInstanceOf(DriverException.class)
                .hasMessage("tls.trust: this driver does not know the provider's setting for it; use the provider's own"
                        + " properties for TLS");
    }
}
