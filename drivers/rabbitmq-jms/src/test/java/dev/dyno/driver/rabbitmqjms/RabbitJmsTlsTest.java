package dev.dyno.driver.rabbitmqjms;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Exchange;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TcpProxy;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("broker")
@Tag("nightly")
class RabbitJmsTlsTest {

    /** Also of this machine, and in no certificate. */
    private static final String ELSEWHERE = "127.0.0.2";

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    private static @Nullable RealBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        certificates = TestCertificates.create(folder);
        broker = RealBroker.start(BrokerSpec.of("rabbitmq")
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("user", "anna")
                .withKnob("password", "secret"));
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    private static ClientSpec spec(String host, int port, String password, Map<String, String> properties) {
        return DriverFolder.ofThisModule()
                .spec("amqps://" + host + ":" + port, Optional.of(new Credentials("anna", password)), properties);
    }

    private static ClientSpec spec(String password, Map<String, String> properties) {
        return spec("127.0.0.1", port(), password, properties);
    }

    private static int port() {
        return Objects.requireNonNull(broker).port();
    }

    @Test
    void messagesPassByTlsAndPassword() throws Exception {
        Exchange.assertPasses(new JmsDriver(), spec("secret", certificates.trust()));
    }

    @Test
    void aWrongPasswordIsRefused() {
        Exchange.assertRefused(new JmsDriver(), spec("wrong", certificates.trust()), "ACCESS_REFUSED");
    }

    @Test
    void aBrokerThatIsNotTrustedIsRefused() {
        Exchange.assertRefused(new JmsDriver(), spec("secret", Map.of()), "by nobody who is trusted");
    }

    @Test
    void aCertificateForAnotherHostIsRefused() throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(InetAddress.getByName(ELSEWHERE), port(), new JdkTime())) {
            Exchange.assertRefused(new JmsDriver(), spec(ELSEWHERE, forwarder.port(), "secret", certificates.trust()));
        }
    }

    @Test
    void notToLookForWhomACertificateIsCannotBeHad() {
        assertThatThrownBy(() -> new JmsDriver().open(spec("secret", Map.of("tls.verify-host", "false"))))
                .isInstanceOf(DriverException.class)
                .hasMessage("tls.verify-host: false; this driver's client library always looks for whom the"
                        + " certificate is, leave the setting out");
    }
}
