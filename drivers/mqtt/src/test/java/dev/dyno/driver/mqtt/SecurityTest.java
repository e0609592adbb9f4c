package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.tck.TestCertificates;
import dev.dyno.tck.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker that wants certificates of both sides, a user and a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityTest {

    private Mosquitto broker;
    private Mosquitto elsewhere;
    private TestCertificates certificates;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        certificates = TestCertificates.create(folder);
        Mosquitto.readableByAll(folder);
        String users = Mosquitto.users(folder, "dyno", "secret");
        broker = Mosquitto.start(
                folder,
                "allow_anonymous false",
                users,
                "cafile " + certificates.ca(),
                "certfile " + certificates.server(),
                "keyfile " + certificates.serverKey(),
                "require_certificate true");
        // The certificate is for localhost and 127.0.0.1, not for 127.0.0.2.
        elsewhere = Mosquitto.startAt(
                "127.0.0.2",
                Files.createDirectory(folder.resolve("elsewhere")),
                "allow_anonymous true",
                "certfile " + certificates.server(),
                "keyfile " + certificates.serverKey());
    }

    @AfterAll
    void stop() {
        if (broker != null) {
            broker.close();
        }
        if (elsewhere != null) {
            elsewhere.close();
        }
    }

    private Map<String, String> settings(String version) {
        return Map.of(
                "mqtt.version", version,
                "tls.trust", certificates.ca().toString(),
                "tls.certificate", certificates.client().toString(),
                "tls.key", certificates.clientKey().toString());
    }

    private ClientSpec spec(String password, Map<String, String> settings) {
        return Mosquitto.spec("mqtts://localhost:" + broker.port(), "dyno", password, settings);
    }

    private static void roundTrip(ClientSpec spec) throws DriverException {
        try (Trial trial = new Trial(new MqttDriver(), spec)) {
            trial.consume(Trial.listening("topic://t"));
            trial.connection().start();
            Producer producer = trial.produce(Trial.producing("topic://t", SendMode.ASYNC));
            trial.send(producer, 1);
            trial.await("the message", () -> trial.received().equals(List.of(1L)));
            assertThat(trial.client()
                            .semantics(Trial.producing("topic://t", SendMode.ASYNC))
                            .facts())
                    .containsEntry("tls", "yes");
        }
    }

    private static void assertRefused(ClientSpec spec, String words) {
        assertThatThrownBy(() -> new Trial(new MqttDriver(), spec))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot connect to " + spec.url() + ": ")
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void certificatesUserAndPasswordAreAccepted(String version) throws DriverException {
        roundTrip(spec("secret", settings(version)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aWrongPasswordIsOneClearSentence(String version) {
        assertRefused(spec("wrong", settings(version)), "not authorized; check user, password and permissions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aBrokerThatNobodyVouchesForIsRefused(String version) {
        assertRefused(spec("secret", Map.of("mqtt.version", version)), "unable to find valid certification path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aCertificateForAnotherHostIsRefusedUnlessThatIsWanted(String version) throws DriverException {
        String url = "mqtts://127.0.0.2:" + elsewhere.port();
        String trust = certificates.ca().toString();
        assertRefused(Mosquitto.spec(url, Map.of("mqtt.version", version, "tls.trust", trust)), "127.0.0.2");
        roundTrip(Mosquitto.spec(url, Map.of("mqtt.version", version, "tls.trust", trust, "tls.verify-host", "false")));
    }
}
