package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TlsTest {

    private abstract static class OfProvider extends TlsContract {

        private final Provider provider;

        OfProvider(Provider provider) {
            this.provider = provider;
        }

        @Override
        protected Listening start(TestCertificates certificates, Path folder) throws Exception {
            TestBroker broker = TestBroker.startEncrypted(certificates);
            return new Listening(broker.port(), broker);
        }

        @Override
        protected ClientSpec spec(String url, Optional<Credentials> user, Map<String, String> settings) {
            return provider.spec(url, user, settings);
        }

        @Override
        protected boolean wantsCertificate() {
            return true;
        }
    }

    @Nested
    class Core extends OfProvider {

        Core() {
            super(Provider.CORE);
        }

        /** By itself the library waits half a minute for the answer of a broker that has hung up. */
        @Override
        protected String url(String host, int port) {
            return "tcp://" + host + ":" + port + "?callTimeout=3000";
        }
    }

    @Nested
    class Amqp extends OfProvider {

        Amqp() {
            super(Provider.AMQP);
        }

        @Override
        protected String url(String host, int port) {
            return "amqps://" + host + ":" + port;
        }

        @Test
        void aPresetThatSaysNothingOfTlsCannotBeGivenIt() {
            Map<String, String> settings = certificates()
                    .trust("jms.connectionFactory", "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory");
            assertFails(
                    () -> driver().open(TestClient.spec("tcp://127.0.0.1:1", settings)),
                    "tls.trust: this driver does not know the provider's setting for it; use the provider's"
                            + " own properties for TLS");
        }
    }
}
