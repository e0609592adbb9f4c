package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker that wants certificates of both sides, a user and a password. */
class SecurityTest extends TlsContract {

    @Override
    protected Listening start(TestCertificates certificates, Path folder) {
        RealBroker broker = RealBroker.startOwn(BrokerSpec.of("mosquitto-secured")
                .withKnob("tls-trust", certificates.ca().toString())
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString()));
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return "mqtts://" + host + ":" + port;
    }

    @Override
    protected List<Map<String, String>> variants() {
        return List.of(Map.of("mqtt.version", "3"), Map.of("mqtt.version", "5"));
    }

    @Override
    protected Optional<Credentials> user() {
        return Optional.of(new Credentials("dyno", "secret"));
    }

    @Override
    protected boolean wantsCertificate() {
        return true;
    }

    @Override
    protected Map<String, String> card() {
        return Map.of("tls", "yes");
    }

    @Override
    protected String wrongPassword() {
        return ": the broker answered: not authorized; check user, password and permissions";
    }

    @ParameterizedTest
    @MethodSource("variants")
    void userAndPasswordMayStandInTheAddress(Map<String, String> variant) throws Exception {
        String version = variant.getOrDefault("mqtt.version", "");
        Map<String, String> settings = certificates().mutual("mqtt.version", version);
        String url = url().replace("//", "//dyno:PASSWORD@");
        assertPasses(spec(url.replace("PASSWORD", "s%65cret"), Optional.empty(), settings));
        assertFails(
                () -> assertPasses(spec(url.replace("PASSWORD", "wrong"), Optional.empty(), settings)),
                "cannot connect to " + url() + wrongPassword());
    }
}
