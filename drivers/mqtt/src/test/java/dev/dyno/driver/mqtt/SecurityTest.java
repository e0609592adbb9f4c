package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.Trial;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker that wants certificates of both sides, a user and a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("broker")
class SecurityTest {

    private RealBroker broker;
    private TestCertificates certificates;

    @BeforeAll
    void start(@TempDir Path folder) {
        certificates = TestCertificates.create(folder);
        broker = RealBroker.startOwn(BrokerSpec.of("mosquitto-secured")
                .withKnob("tls-trust", certificates.ca().toString())
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString()));
    }

    @AfterAll
    void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    private Map<String, String> settings(String version) {
        return certificates.mutual("mqtt.version", version);
    }

    private ClientSpec spec(String password, Map<String, String> settings) {
        return Trial.spec("mqtts://localhost:" + broker.port(), "dyno", password, settings);
    }

    private static void roundTrip(ClientSpec spec) throws DriverException {
        assertThat(Trial.roundTrip(new MqttDriver(), spec)).containsEntry("tls", "yes");
    }

    private static void assertRefused(ClientSpec spec, String words) {
        Trial.assertRefused(new MqttDriver(), spec, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void certificatesUserAndPasswordAreAccepted(String version) throws DriverException {
        roundTrip(spec("secret", settings(version)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void userAndPasswordMayStandInTheAddress(String version) throws DriverException {
        String url = "mqtts://dyno:PASSWORD@localhost:" + broker.port();
        roundTrip(Trial.spec(url.replace("PASSWORD", "s%65cret"), settings(version)));
        assertThatThrownBy(() -> roundTrip(Trial.spec(url.replace("PASSWORD", "wrong"), settings(version))))
                .isInstanceOf(DriverException.class)
                .hasMessage("cannot connect to mqtts://localhost:" + broker.port()
                        + ": the broker answered: not authorized; check user, password and permissions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aWrongPasswordIsOneClearSentence(String version) {
        assertRefused(spec("wrong", settings(version)), "not authorized; check user, password and permissions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aBrokerThatNobodyVouchesForIsRefused(String version) {
        assertRefused(spec("secret", Map.of("mqtt.version", version)), "by nobody who is trusted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void aCertificateForAnotherHostIsRefusedUnlessThatIsWanted(String version) throws DriverException {
        // The certificate is for localhost and 127.0.0.1, not for 127.0.0.2, which is on the loopback interface, too.
        String url = broker.url("elsewhere");
        assertRefused(Trial.spec(url, certificates.trust("mqtt.version", version)), "127.0.0.2");
        roundTrip(Trial.spec(url, certificates.trust("mqtt.version", version, "tls.verify-host", "false")));
    }
}
