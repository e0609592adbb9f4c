package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("broker")
class SecurityTest {

    private static final Optional<Credentials> PLAIN = Optional.of(new Credentials("anna", "se\"cret\\"));
    private static final Optional<Credentials> SCRAM = Optional.of(new Credentials("anna", "scram"));

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    @TempDir
    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static Path folder;

    private final Destination queue = Specs.fresh();

    @BeforeAll
    static void startBroker() throws IOException {
        certificates = TestCertificates.create(folder);
        Path keyStore = Files.writeString(
                folder.resolve("broker.pem"),
                Files.readString(certificates.serverKey()) + Files.readString(certificates.server()));
        broker = RealBroker.startOwn(TestBroker.small(BrokerSpec.of("kafka-secured")
                .withKnob("key-store", keyStore.toString())
                .withKnob("trust-store", certificates.ca().toString())));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static ClientSpec spec(String listener, Optional<Credentials> credentials, Map<String, String> properties) {
        return new ClientSpec("kafka://" + broker.url(listener), credentials, properties, new JdkTime());
    }

    /** Every part of the library takes its turn: administration, producer, consumer. */
    private void sendsAndReceives(String listener, Optional<Credentials> credentials, Map<String, String> properties)
            throws Exception {
        Inbox inbox = new Inbox();
        try (Trial link = Link.open(spec(listener, credentials, properties))) {
            link.connection().createConsumer(Specs.listener(queue), inbox);
            link.connection().start();
            Link.send(link, queue, 0, 3);
            assertThat(inbox.await(3)).containsExactly(0L, 1L, 2L);
        }
    }

    private static void isRefused(
            String listener, Optional<Credentials> credentials, Map<String, String> properties, String... words) {
        String url = "kafka://" + broker.url(listener);
        assertThatThrownBy(() -> Link.open(spec(listener, credentials, properties)))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot connect to " + url + ": ")
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void userAndPasswordOpenAPlainLogin() throws Exception {
        sendsAndReceives("sasl", PLAIN, Map.of());
    }

    @Test
    void userAndPasswordOpenAScramLogin() throws Exception {
        sendsAndReceives("sasl", SCRAM, Map.of("sasl.mechanism", "SCRAM-SHA-256"));
    }

    @Test
    void tlsWithACertificateOfTheClientsOwn() throws Exception {
        sendsAndReceives("tls", Optional.empty(), certificates.mutual());
    }

    @Test
    void loginOverTls() throws Exception {
        sendsAndReceives("sasl-tls", PLAIN, certificates.trust());
    }

    @Test
    void aWrongPasswordIsOneClearSentence() {
        isRefused(
                "sasl",
                Optional.of(new Credentials("anna", "wrong")),
                Map.of(),
                "Authentication failed: Invalid username or password",
                "; check user, password, sasl.mechanism and the tls settings");
    }

    @Test
    void aBrokerThatIsNotTrustedIsRefused() {
        isRefused(
                "sasl-tls",
                PLAIN,
                Map.of("security.protocol", "SASL_SSL"),
                "the broker's certificate is by nobody who is trusted; give the certificate of who signed it as tls.trust");
    }

    @Test
    void aClientWithoutTheCertificateThatTheBrokerWantsIsRefused() {
        isRefused(
                "tls",
                Optional.empty(),
                certificates.trust(),
                "; check user, password, sasl.mechanism and the tls settings");
    }
}
