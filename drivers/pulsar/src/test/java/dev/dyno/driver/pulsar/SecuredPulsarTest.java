package dev.dyno.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.TextInbox;
import dev.dyno.engine.proxy.TcpProxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a Pulsar of its own with TLS, passwords and tokens, which it kills in the end: a third one would take its time. */
@Timeout(60)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("broker")
class SecuredPulsarTest {

    /** Also of this machine, and in no certificate. */
    private static final String ELSEWHERE = "127.0.0.2";

    private static final Credentials DYNO = new Credentials("dyno", "secret");

    /** By {@code htpasswd -m}. */
    private static final String PASSWORDS = "dyno:$apr1$dynosalt$jKN0EKCvPCzx5QSzMQzlL0\n";

    private static final String KEY = "a key of thirty-two bytes or more";

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @BeforeAll
    @Timeout(300)
    static void startBroker() throws Exception {
        certificates = TestCertificates.create(folder);
        Path passwords = Files.writeString(folder.resolve("passwords"), PASSWORDS);
        Path key = Files.writeString(folder.resolve("key"), KEY);
        broker = RealBroker.start(ManagedPulsar.broker()
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("passwords", "true")
                .withKnob("password-file", passwords.toString())
                .withKnob("tokens", "true")
                .withKnob("token-key", key.toString()));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** @param settings names and values in turn, beside the trust in the broker's certificate */
    private static ClientSpec spec(Optional<Credentials> credentials, String... settings) {
        return DriverFolder.ofThisModule().spec(broker.url("pulsar"), credentials, certificates.trust(settings));
    }

    private static String token(String key) throws GeneralSecurityException {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String head = base64.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.US_ASCII));
        String body = base64.encodeToString("{\"sub\":\"dyno\"}".getBytes(StandardCharsets.US_ASCII));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        byte[] signature = mac.doFinal((head + "." + body).getBytes(StandardCharsets.US_ASCII));
        return head + "." + body + "." + base64.encodeToString(signature);
    }

    private static void assertPasses(ClientSpec spec) throws DriverException {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture(spec)) {
            TextInbox inbox = fixture.inbox(queue);
            Fixture.send(fixture.producer(queue), 0, 10);
            assertThat(inbox.await(10)).isEqualTo(TextInbox.numbers(0, 10));
            assertThat(fixture.client()
                            .semantics(Fixture.sends(queue, SendMode.SYNC))
                            .facts())
                    .containsEntry("protocol", "Pulsar over TLS")
                    .containsEntry("broker", "Pulsar " + broker.broker().version());
        }
    }

    private static void assertRefused(ClientSpec spec, String words) throws DriverException {
        try (Fixture fixture = ManagedPulsar.fixture(spec)) {
            assertThatThrownBy(fixture::connect)
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot connect to pulsar+ssl://")
                    .hasMessageContaining(words)
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    @Order(1)
    void messagesPassByTlsAndPassword() throws Exception {
        assertPasses(spec(Optional.of(DYNO)));
    }

    @Test
    @Order(1)
    void messagesPassByTlsAndToken() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), token(KEY) + "\n");
        assertPasses(spec(Optional.empty(), "pulsar.token", token(KEY)));
        assertPasses(spec(Optional.empty(), "pulsar.token", "file:" + file));
    }

    @Test
    @Order(1)
    void aWrongPasswordIsRefusedInOneSentence() throws Exception {
        assertRefused(
                spec(Optional.of(new Credentials("dyno", "wrong"))),
                "; check user, password or token, and permissions");
    }

    @Test
    @Order(1)
    void aTokenOfAnotherKeyIsRefusedInOneSentence() throws Exception {
        assertRefused(
                spec(Optional.empty(), "pulsar.token", token("another key of thirty-two bytes.")),
                "; check user, password or token, and permissions");
    }

    @Test
    @Order(1)
    void aBrokerThatIsNotTrustedIsRefusedInOneSentence() throws Exception {
        ClientSpec untrusting = DriverFolder.ofThisModule().spec(broker.url("pulsar"), Optional.empty(), Map.of());
        assertRefused(untrusting, "by nobody who is trusted");
    }

    @Test
    @Order(1)
    void aCertificateForAnotherHostIsRefusedUnlessToldNotToLook() throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(InetAddress.getByName(ELSEWHERE), broker.port(), new JdkTime())) {
            String elsewhere = ELSEWHERE + ":" + forwarder.port();
            assertRefused(
                    at(elsewhere, spec(Optional.of(DYNO))),
                    "No subject alternative names matching IP address " + ELSEWHERE + " found");
            assertPasses(at(elsewhere, spec(Optional.of(DYNO), "tls.verify-host", "false")));
        }
    }

    private static ClientSpec at(String hostAndPort, ClientSpec spec) {
        return new ClientSpec(
                spec.url().replace("127.0.0.1:" + broker.port(), hostAndPort),
                spec.credentials(),
                spec.properties(),
                spec.time());
    }

    @Test
    @Order(2)
    void aBrokerThatIsKilledFailsWhatIsUnderWayAndIsReportedOnce() throws Exception {
        Destination queue = Fixture.queue();
        try (Fixture fixture = ManagedPulsar.fixture(spec(Optional.of(DYNO)))) {
            ClientConnection connection = fixture.connect();
            Outcomes outcomes = new Outcomes();
            Producer producer = connection.createProducer(Fixture.sends(queue, SendMode.ASYNC), outcomes);
            Producer blocking = connection.createProducer(Fixture.sends(queue, SendMode.SYNC), outcomes);
            Consumer consumer = connection.createConsumer(
                    new ConsumerSpec(queue, Optional.empty(), AckMode.AUTO, ReceiveMode.RECEIVE, Optional.empty()),
                    body -> {});
            connection.start();
            // Nobody acknowledges what is sent to a broker that does not run.
            broker.pause();
            for (int i = 0; i < 10; i++) {
                assertThat(producer.trySend(Fixture.body("" + i), i)).isTrue();
            }
            broker.kill();
            fixture.await("the failure", () -> outcomes.byToken().size() == 10);
            fixture.await("the word that all have ended", () -> outcomes.countAfterCompletions() == 10);
            assertThat(outcomes.byToken().values())
                    .allSatisfy(outcome -> assertThat(outcome).startsWith("connection failed: "));
            assertThatThrownBy(() -> producer.trySend(Fixture.body("10"), 10))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("connection failed: ");
            assertThatThrownBy(() -> blocking.send(Fixture.body("11")))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("connection failed: ");
            assertThatThrownBy(() -> consumer.receive(1_000_000L))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("connection failed: ");
            producer.close();
            connection.close();
            assertThat(outcomes.byToken()).hasSize(10);
            assertThat(fixture.failures()).singleElement().satisfies(failure -> assertThat(failure)
                    .hasMessageStartingWith("connection failed: "));
        }
    }
}
