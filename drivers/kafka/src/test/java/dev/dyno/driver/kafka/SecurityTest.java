package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SecurityTest {

    private static final Optional<Credentials> PLAIN =
            Optional.of(new Credentials(TestBroker.USER, TestBroker.PASSWORD));
    private static final Optional<Credentials> SCRAM = Optional.of(new Credentials(TestBroker.USER, "scram"));

    private final TestBroker broker = TestBroker.shared();
    private final Destination queue = Specs.fresh();
    private final Map<String, String> trust =
            Map.of("tls.trust", broker.certificates().ca().toString());
    private final Map<String, String> own = Map.of(
            "tls.trust", broker.certificates().ca().toString(),
            "tls.certificate", broker.certificates().client().toString(),
            "tls.key", broker.certificates().clientKey().toString());

    /** Every part of the library takes its turn: administration, producer, consumer. */
    private void sendsAndReceives(int port, Optional<Credentials> credentials, Map<String, String> properties)
            throws Exception {
        Inbox inbox = new Inbox();
        try (Link link = Link.open(TestBroker.spec("kafka://127.0.0.1:" + port, credentials, properties))) {
            link.connection().createConsumer(Specs.listener(queue), inbox);
            link.connection().start();
            link.send(queue, 0, 3);
            assertThat(inbox.await(3)).containsExactly(0L, 1L, 2L);
        }
    }

    private static void isRefused(
            int port, Optional<Credentials> credentials, Map<String, String> properties, String... words) {
        String url = "kafka://127.0.0.1:" + port;
        assertThatThrownBy(() -> Link.open(TestBroker.spec(url, credentials, properties)))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot connect to " + url + ": ")
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void userAndPasswordOpenAPlainLogin() throws Exception {
        sendsAndReceives(broker.saslPort(), PLAIN, Map.of());
    }

    @Test
    void userAndPasswordOpenAScramLogin() throws Exception {
        sendsAndReceives(broker.saslPort(), SCRAM, Map.of("sasl.mechanism", "SCRAM-SHA-256"));
    }

    @Test
    void tlsWithACertificateOfTheClientsOwn() throws Exception {
        sendsAndReceives(broker.tlsPort(), Optional.empty(), own);
    }

    @Test
    void loginOverTls() throws Exception {
        sendsAndReceives(broker.saslTlsPort(), PLAIN, trust);
    }

    @Test
    void aWrongPasswordIsOneClearSentence() {
        isRefused(
                broker.saslPort(),
                Optional.of(new Credentials(TestBroker.USER, "wrong")),
                Map.of(),
                "Authentication failed: Invalid username or password",
                "; check user, password, sasl.mechanism and the tls settings");
    }

    @Test
    void aBrokerThatIsNotTrustedIsRefused() {
        isRefused(broker.saslTlsPort(), PLAIN, Map.of("security.protocol", "SASL_SSL"), "SSL handshake failed");
    }

    @Test
    void aClientWithoutTheCertificateThatTheBrokerWantsIsRefused() {
        isRefused(
                broker.tlsPort(),
                Optional.empty(),
                trust,
                "; check user, password, sasl.mechanism and the tls settings");
    }
}
