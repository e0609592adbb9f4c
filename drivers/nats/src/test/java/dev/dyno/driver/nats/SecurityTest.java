package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.Trial;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants certificates of both sides, a user and a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("broker")
class SecurityTest {

    private RealBroker server;
    private TestCertificates certificates;

    @BeforeAll
    void start(@TempDir Path folder) {
        certificates = TestCertificates.create(folder);
        server = RealBroker.startOwn(spec(certificates)
                .withKnob("mutual", "true")
                .withKnob("tls-trust", certificates.ca().toString()));
    }

    private static BrokerSpec spec(TestCertificates certificates) {
        return BrokerSpec.of("nats-secured")
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString());
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private ClientSpec spec(String host, String password, Map<String, String> properties) {
        return Trial.spec("tls://" + host + ":" + server.port(), "dyno", password, properties);
    }

    private static void roundTrip(ClientSpec spec) throws DriverException {
        assertThat(Trial.roundTrip(new NatsDriver(), spec)).containsEntry("tls", "yes");
    }

    private static void assertRefused(ClientSpec spec, String words) {
        Trial.assertRefused(new NatsDriver(), spec, words);
    }

    @Test
    void certificatesUserAndPasswordAreAccepted() throws DriverException {
        roundTrip(spec("localhost", "secret", certificates.mutual()));
    }

    @Test
    void coreConnectionsByNatsUrlAreEncryptedByTheSettingsOfTls() throws DriverException {
        roundTrip(Trial.spec("nats://localhost:" + server.port(), "dyno", "secret", certificates.mutual()));
    }

    @Test
    void aWrongPasswordIsOneClearSentence() {
        assertRefused(
                spec("localhost", "wrong", certificates.mutual()),
                "Authorization Violation; check user, password and permissions");
    }

    @Test
    void aServerThatNobodyVouchesForIsRefused() {
        assertRefused(spec("localhost", "secret", Map.of()), "by nobody who is trusted");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessThatIsWanted() throws DriverException {
        // The certificate is for localhost and 127.0.0.1, not for 127.0.0.2, which is on the loopback interface, too.
        try (RealBroker other = RealBroker.startOwn(spec(certificates).withHost("127.0.0.2"))) {
            String url = "tls://127.0.0.2:" + other.port();
            assertRefused(Trial.spec(url, "dyno", "secret", certificates.mutual()), "127.0.0.2");
            roundTrip(Trial.spec(url, "dyno", "secret", certificates.trust("tls.verify-host", "false")));
        }
    }
}
