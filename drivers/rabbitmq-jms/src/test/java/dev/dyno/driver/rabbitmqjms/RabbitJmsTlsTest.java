package dev.dyno.driver.rabbitmqjms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class RabbitJmsTlsTest extends TlsContract {

    @Override
    protected Listening start(TestCertificates certificates, Path folder) {
        RealBroker broker = RealBroker.start(BrokerSpec.of("rabbitmq")
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString())
                .withKnob("user", "anna")
                .withKnob("password", "secret"));
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return "amqps://" + host + ":" + port;
    }

    @Override
    protected Optional<Credentials> user() {
        return Optional.of(new Credentials("anna", "secret"));
    }

    @Override
    protected String wrongPassword() {
        return "ACCESS_REFUSED";
    }

    @Override
    protected boolean canTrustAnyHost() {
        return false;
    }

    @Test
    void notToLookForWhomACertificateIsCannotBeHad() {
        ClientSpec careless = spec(url(), user(), Map.of("tls.verify-host", "false"));
        assertFails(
                () -> driver().open(careless),
                "tls.verify-host: false; this driver's client library always looks for whom the"
                        + " certificate is, leave the setting out");
    }
}
