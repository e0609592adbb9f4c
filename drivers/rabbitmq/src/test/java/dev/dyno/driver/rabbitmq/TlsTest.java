package dev.dyno.driver.rabbitmq;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class TlsTest extends TlsContract {

    @Override
    protected Listening start(TestCertificates certificates, Path folder) {
        RealBroker broker = RealBroker.startOwn(BrokerSpec.of("rabbitmq-secured")
                .withKnob("tls-trust", certificates.ca().toString())
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString()));
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return "amqps://" + host + ":" + port;
    }

    @Override
    protected List<Map<String, String>> variants() {
        return List.of(Map.of("rabbitmq.io", "socket"), Map.of("rabbitmq.io", "netty"));
    }

    @Override
    protected boolean wantsCertificate() {
        return true;
    }
}
