package dev.dyno.driver.kafka;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.proxy.TlsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Listeners by TLS, with a login, and with both. */
class SecurityTest extends TlsContract {

    private static final Credentials PLAIN = new Credentials("anna", "se\"cret\\");
    private static final Credentials SCRAM = new Credentials("anna", "scram");

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private RealBroker broker;

    @Override
    protected Listening start(TestCertificates certificates, Path folder) throws IOException {
        Path keyStore = Files.writeString(
                folder.resolve("broker.pem"),
                Files.readString(certificates.serverKey()) + Files.readString(certificates.server()));
        broker = RealBroker.startOwn(OnKafka.small(BrokerSpec.of("kafka-secured")
                .withKnob("key-store", keyStore.toString())
                .withKnob("trust-store", certificates.ca().toString())));
        return new Listening(Integer.parseInt(broker.url("tls").replaceFirst(".*:", "")), broker);
    }

    @Override
    protected String url(String host, int port) {
        return "kafkas://" + host + ":" + port;
    }

    @Override
    protected boolean wantsCertificate() {
        return true;
    }

    private ClientSpec spec(String listener, Credentials user, Map<String, String> settings) {
        return spec("kafka://" + broker.url(listener), Optional.of(user), settings);
    }

    @Test
    void userAndPasswordOpenAPlainLogin() throws Exception {
        assertPasses(spec("sasl", PLAIN, Map.of()));
    }

    @Test
    void userAndPasswordOpenAScramLogin() throws Exception {
        assertPasses(spec("sasl", SCRAM, Map.of("sasl.mechanism", "SCRAM-SHA-256")));
    }

    @Test
    void loginOverTls() throws Exception {
        assertPasses(spec("sasl-tls", PLAIN, certificates().trust()));
    }

    @Test
    void aBrokerThatIsNotTrustedGetsNoLogin() {
        assertRefused(spec("sasl-tls", PLAIN, Map.of("security.protocol", "SASL_SSL")), untrusted());
    }

    @Test
    void whatTheUserMayNotDoIsRefusedForGood() throws Exception {
        try (TestClient bert = new TestClient(spec("sasl", new Credentials("bert", "bert"), Map.of()))) {
            assertFails(
                    RefusedException.class,
                    () -> bert.consume(TestClient.listening("queue://q")),
                    "cannot prepare topic q: …; check the permissions of the user");
        }
    }

    @Test
    void aWrongPasswordIsOneClearSentence() {
        assertRefused(
                spec("sasl", new Credentials("anna", "wrong"), Map.of()),
                "Authentication failed: Invalid username or password; check user, password, sasl.mechanism and the tls"
                        + " settings");
    }
}
