package dev.dyno.driver.openwire;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Driver;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TlsContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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
    protected Driver driver() {
        return new JmsDriver();
    }

    @Override
    protected String url(String host, int port) {
        return "ssl://" + host + ":" + port;
    }

    @Override
    protected ClientSpec spec(String url, Optional<Credentials> user, Map<String, String> settings) {
        return DriverFolder.ofThisModule().spec(url, user, settings);
    }
}
