package dev.dyno.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** On a Pulsar of its own with TLS, passwords and tokens, which it kills in the end: a third one would take its time. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecuredPulsarTest extends TlsContract {

    /** By {@code htpasswd -m}. */
    private static final String PASSWORDS = "dyno:$apr1$dynosalt$jKN0EKCvPCzx5QSzMQzlL0\n";

    private static final String KEY = "a key of thirty-two bytes or more";

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private RealBroker broker;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private Path folder;

    @Override
    protected Listening start(TestCertificates certificates, Path given) throws Exception {
        folder = given;
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
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return broker.url("pulsar").replace("127.0.0.1:" + broker.port(), host + ":" + port);
    }

    @Override
    protected Optional<Credentials> user() {
        return Optional.of(new Credentials("dyno", "secret"));
    }

    @Override
    protected Map<String, String> card() {
        return Map.of(
                "protocol",
                "Pulsar",
                "tls",
                "yes",
                "broker",
                "Pulsar " + broker.broker().version());
    }

    @Override
    protected String wrongPassword() {
        return "; check user, password or token, and permissions";
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

    private ClientSpec withToken(String token) {
        return spec(url(), Optional.empty(), certificates().trust("pulsar.token", token));
    }

    @Test
    void messagesPassByTlsAndToken() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), token(KEY) + "\n");
        assertPasses(withToken(token(KEY)));
        assertPasses(withToken("file:" + file));
    }

    @Test
    void aTokenOfAnotherKeyIsRefusedInOneSentence() throws Exception {
        assertRefused(withToken(token("another key of thirty-two bytes.")), wrongPassword());
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void aBrokerThatIsKilledFailsWhatIsUnderWayAndIsReportedOnce() throws Exception {
        try (TestClient tested =
                new TestClient(spec(url(), user(), certificates().trust()))) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(tested, broker::pause, broker::kill))
                    .hasMessageStartingWith("connection failed: ");
            assertThat(tested.failedSends()).isNotEmpty().allSatisfy(failure -> assertThat(failure)
                    .hasMessageStartingWith("connection failed: "));
        }
    }
}
