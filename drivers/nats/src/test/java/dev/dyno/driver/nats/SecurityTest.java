package dev.dyno.driver.nats;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server that wants certificates of both sides, a user and a password. */
class SecurityTest extends TlsContract {

    @Override
    protected Listening start(TestCertificates certificates, Path folder) {
        RealBroker server = RealBroker.startOwn(BrokerSpec.of("nats-secured")
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("mutual", "true")
                .withKnob("tls-trust", certificates.ca().toString()));
        return new Listening(server.port(), server);
    }

    @Override
    protected String url(String host, int port) {
        return "tls://" + host + ":" + port;
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
        return "Authorization Violation; check user, password and permissions";
    }

    @Test
    void coreConnectionsByNatsUrlAreEncryptedByTheSettingsOfTls() throws Exception {
        assertPasses(spec(url().replace("tls:", "nats:"), user(), certificates().mutual()));
    }
}
