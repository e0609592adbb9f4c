package dev.dyno.driver.openwire;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Exchange;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.engine.proxy.TcpProxy;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("broker")
class OpenWireTlsTest {

    /** Also of this machine, and in no certificate. */
    private static final String ELSEWHERE = "127.0.0.2";

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        certificates = TestCertificates.create(folder);
        broker = TestBroker.encrypted(folder, certificates);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static ClientSpec spec(String url, Map<String, String> properties) {
        return DriverFolder.ofThisModule().spec(url, Optional.empty(), properties);
    }

    @Test
    void messagesPassByTls() throws Exception {
        Exchange.assertPasses(new JmsDriver(), spec(broker.url(), certificates.trust()));
    }

    @Test
    void aBrokerThatIsNotTrustedIsRefused() {
        assertThatThrownBy(() ->
                        Exchange.of("hello", new JmsDriver(), spec(broker.url(), Map.of("tls.verify-host", "true"))))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("cannot connect to " + broker.url())
                .hasMessageNotContaining("\n");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessToldNotToLook() throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(InetAddress.getByName(ELSEWHERE), broker.port(), new JdkTime())) {
            String url = "ssl://" + ELSEWHERE + ":" + forwarder.port();
            Exchange.assertRefused(new JmsDriver(), spec(url, certificates.trust()));
            Exchange.assertPasses(new JmsDriver(), spec(url, certificates.trust("tls.verify-host", "false")));
        }
    }
}
