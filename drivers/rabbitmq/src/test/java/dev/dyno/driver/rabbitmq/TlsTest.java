package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encrypted connections. */
@ExtendWith(OnRabbit.class)
class TlsTest {

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void messagesGoThroughTls(String io) throws Exception {
        Map<String, String> properties = Tests.properties(
                "rabbitmq.io", io,
                "tls.trust", OnRabbit.node().certificates().ca().toString(),
                "tls.certificate", OnRabbit.node().certificates().client().toString(),
                "tls.key", OnRabbit.node().certificates().clientKey().toString());
        try (Fixture fixture = Fixture.of(Tests.client(OnRabbit.node().tlsUrl(), properties))) {
            Destination queue = Fixture.queue();
            Inbox inbox = fixture.inbox(queue);
            Fixture.send(fixture.producer(queue), 0, 50);
            assertThat(inbox.await(50)).isEqualTo(Inbox.numbers(0, 50));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void aCertificateThatIsNotTrustedIsRefused(String io) throws Exception {
        try (Fixture fixture =
                Fixture.of(Tests.client(OnRabbit.node().tlsUrl(), Tests.properties("rabbitmq.io", io)))) {
            assertThat(catchThrowable(fixture::connect))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith(
                            "cannot connect to " + OnRabbit.node().tlsUrl() + ": ")
                    .hasMessageContaining("unable to find valid certification path")
                    .hasMessageEndingWith("; check tls.trust, tls.verify-host and whether that port speaks TLS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void theHostOfTheUrlIsVerifiedUnlessItIsSwitchedOff(String io) throws Exception {
        String url = OnRabbit.node().tlsUrl().replace("127.0.0.1", "127.0.0.2");
        Map<String, String> trusting = Tests.properties(
                "rabbitmq.io",
                io,
                "tls.trust",
                OnRabbit.node().certificates().ca().toString());
        try (Fixture fixture = Fixture.of(Tests.client(url, trusting))) {
            assertThat(catchThrowable(fixture::connect))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("127.0.0.2 found");
        }
        trusting.put("tls.verify-host", "false");
        try (Fixture fixture = Fixture.of(Tests.client(url, trusting))) {
            fixture.connect();
        }
    }
}
