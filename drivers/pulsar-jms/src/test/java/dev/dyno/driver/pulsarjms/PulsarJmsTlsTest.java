package dev.dyno.driver.pulsarjms;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** On a Pulsar of its own with TLS and passwords. */
@Tag("nightly")
class PulsarJmsTlsTest extends TlsContract {

    /** By {@code htpasswd -m}, of the password {@code secret}. */
    private static final String PASSWORDS = "dyno:$apr1$dynosalt$jKN0EKCvPCzx5QSzMQzlL0\n";

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private RealBroker broker;

    @Override
    protected Listening start(TestCertificates certificates, Path folder) throws Exception {
        Path passwords = Files.writeString(folder.resolve("passwords"), PASSWORDS);
        broker = RealBroker.start(PulsarJmsContractTest.SPEC
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("passwords", "true")
                .withKnob("password-file", passwords.toString()));
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return broker.url("pulsar-jms").replace("127.0.0.1:" + broker.port(), host + ":" + port);
    }

    @Override
    protected ClientSpec spec(String url, Optional<Credentials> user, Map<String, String> settings) {
        Map<String, String> impatient = new HashMap<>(settings);
        impatient.put("jms.waitForServerStartupTimeout", "1000");
        impatient.put("operationTimeoutMs", "3000");
        impatient.put("lookupTimeoutMs", "3000");
        return super.spec(url, user, impatient);
    }

    @Override
    protected Optional<Credentials> user() {
        return Optional.of(new Credentials("dyno", "secret"));
    }
}
