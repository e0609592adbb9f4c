package dev.dyno.driver.openwire;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;

class OpenWireTlsTest extends TlsContract {

    @Override
    protected Listening start(TestCertificates certificates, Path folder) {
        RealBroker broker = RealBroker.start(OpenWireContractTest.BROKER
                .withKnob("tls", "true")
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString()));
        return new Listening(broker.port(), broker);
    }

    @Override
    protected String url(String host, int port) {
        return "ssl://" + host + ":" + port;
    }
}
