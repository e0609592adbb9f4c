package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.tck.ServerProcess;
import dev.dyno.tck.TestCertificates;
import dev.dyno.tck.Trial;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants certificates of both sides, a user and a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityTest {

    private NatsServer server;
    private TestCertificates certificates;

    @BeforeAll
    void start(@TempDir Path folder) {
        certificates = TestCertificates.create(folder);
        server = NatsServer.start(
                folder,
                "authorization { user: dyno, password: secret }",
                "tls {",
                "  cert_file: \"" + certificates.server() + "\"",
                "  key_file: \"" + certificates.serverKey() + "\"",
                "  ca_file: \"" + certificates.ca() + "\"",
                "  verify: true",
                "}");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private Map<String, String> files() {
        return Map.of(
                "tls.trust", certificates.ca().toString(),
                "tls.certificate", certificates.client().toString(),
                "tls.key", certificates.clientKey().toString());
    }

    private ClientSpec spec(String host, String password, Map<String, String> properties) {
        return NatsServer.spec(server.url("tls", host), "dyno", password, properties);
    }

    private static void roundTrip(ClientSpec spec) throws DriverException {
        try (Trial trial = new Trial(new NatsDriver(), spec)) {
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
        assertThatThrownBy(() -> new Trial(new NatsDriver(), spec))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot connect to " + spec.url() + ": ")
                .hasMessageContaining(words);
    }

    @Test
    void certificatesUserAndPasswordAreAccepted() throws DriverException {
        roundTrip(spec("localhost", "secret", files()));
    }

    @Test
    void coreConnectionsByNatsUrlAreEncryptedByTheSettingsOfTls() throws DriverException {
        roundTrip(NatsServer.spec(server.url("nats", "localhost"), "dyno", "secret", files()));
    }

    @Test
    void aWrongPasswordIsOneClearSentence() {
        assertRefused(
                spec("localhost", "wrong", files()), "Authorization Violation; check user, password and permissions");
    }

    @Test
    void aServerThatNobodyVouchesForIsRefused() {
        assertRefused(spec("localhost", "secret", Map.of()), "unable to find valid certification path");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessThatIsWanted(@TempDir Path folder) throws DriverException {
        // The certificate is for localhost and 127.0.0.1, not for 127.0.0.2.
        NatsServer other = NatsServer.startAt(
                "127.0.0.2",
                ServerProcess.freePort(),
                folder,
                "tls { cert_file: \"" + certificates.server() + "\", key_file: \"" + certificates.serverKey() + "\" }");
        try (other) {
            String url = other.url("tls", "127.0.0.2");
            assertRefused(NatsServer.spec(url, files()), "127.0.0.2");
            roundTrip(NatsServer.spec(
                    url, Map.of("tls.trust", certificates.ca().toString(), "tls.verify-host", "false")));
        }
    }
}
