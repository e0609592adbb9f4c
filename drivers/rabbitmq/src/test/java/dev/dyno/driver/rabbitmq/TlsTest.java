package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.TestCertificates;
import dev.dyno.driver.tck.TextInbox;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encrypted connections. */
@Tag("broker")
class TlsTest {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static TestCertificates certificates;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        certificates = TestCertificates.create(folder);
        broker = RealBroker.startOwn(BrokerSpec.of("rabbitmq-secured")
                .withKnob("tls-trust", certificates.ca().toString())
                .withKnob("tls-certificate", certificates.server().toString())
                .withKnob("tls-key", certificates.serverKey().toString()));
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void messagesGoThroughTls(String io) throws Exception {
        Map<String, String> properties = certificates.mutual("rabbitmq.io", io);
        try (Fixture fixture = Tests.fixture(Tests.client(broker.url("rabbitmq"), properties))) {
            Destination queue = Fixture.queue();
            TextInbox inbox = fixture.inbox(queue);
            Fixture.send(fixture.producer(queue), 0, 50);
            assertThat(inbox.await(50)).isEqualTo(TextInbox.numbers(0, 50));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void aCertificateThatIsNotTrustedIsRefused(String io) throws Exception {
        try (Fixture fixture =
                Tests.fixture(Tests.client(broker.url("rabbitmq"), Tests.properties("rabbitmq.io", io)))) {
            assertThat(catchThrowable(fixture::connect))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot connect to " + broker.url("rabbitmq") + ": ")
                    .hasMessageEndingWith(
                            ": the broker's certificate is by nobody who is trusted; give the certificate of who"
                                    + " signed it as tls.trust");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void theHostOfTheUrlIsVerifiedUnlessItIsSwitchedOff(String io) throws Exception {
        String url = broker.url("elsewhere");
        Map<String, String> trusting = certificates.trust("rabbitmq.io", io);
        try (Fixture fixture = Tests.fixture(Tests.client(url, trusting))) {
            assertThat(catchThrowable(fixture::connect))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("127.0.0.2 found");
        }
        trusting.put("tls.verify-host", "false");
        try (Fixture fixture = Tests.fixture(Tests.client(url, trusting))) {
            fixture.connect();
        }
    }
}
