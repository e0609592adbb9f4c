package dev.dyno.driver.pulsarjms;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Exchange;
import dev.dyno.driver.tck.TestCertificates;
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

/** On a Pulsar of its own with TLS and passwords. */
@Timeout(120)
@Tag("broker")
@Tag("nightly")
class PulsarJmsTlsTest {

    /** By {@code htpasswd -m}, of the password {@code secret}. */
    private static final String PASSWORDS = "dyno:$apr1$dynosalt$jKN0EKCvPCzx5QSzMQzlL0\n";

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
        broker = RealBroker.start(ManagedPulsar.broker()
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("passwords", "true")
                .withKnob("password-file", passwords.toString()));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static ClientSpec spec(String password, Map<String, String> properties) {
        return DriverFolder.ofThisModule()
                .spec(broker.url("pulsar-jms"), Optional.of(new Credentials("dyno", password)), properties);
    }

    @Test
    void messagesPassByTlsAndPassword() throws Exception {
        Exchange.assertPasses(new JmsDriver(), spec("secret", certificates.trust()));
    }

    @Test
    void aWrongPasswordIsRefused() {
        Exchange.assertRefused(
                new JmsDriver(), spec("wrong", certificates.trust("jms.waitForServerStartupTimeout", "1000")));
    }

    @Test
    void aBrokerThatIsNotTrustedIsRefused() {
        Map<String, String> impatient = Map.of(
                "jms.waitForServerStartupTimeout", "1000",
                "operationTimeoutMs", "3000",
                "lookupTimeoutMs", "3000");
        Exchange.assertRefused(new JmsDriver(), spec("secret", impatient));
    }
}
