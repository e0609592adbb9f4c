package dev.dyno.driver.nats;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A load of connections, of which the server is asked how many it has. */
@Tag("broker")
class ConnectOnlyTest {

    private static final Pattern CONNECTIONS = Pattern.compile("\"connections\": *(\\d+)");

    @Test
    void theServerHasAConnectionForEachMessageUntilTheEnd() throws Exception {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats").withKnob("monitoring", "true"))) {
            RunResult result = Loads.runUntilAsked(
                    new NatsDriver(), server.url("nats"), Map.of(), """
                    producers: { to: "topic://none", count: 4, rate: 100/s, messages: 80, connect-only: true }
                    phases: { measure: until stopped }
                    """, unused -> awaitConnections(server, 80));
            assertCounts(result, "acknowledged 80, response 80");
            assertThat(connections(server)).isZero();
        }
    }

    /** A busy machine connects them late. */
    private static void awaitConnections(RealBroker server, int expected) throws IOException {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (connections(server) < expected && giveUpNs - System.nanoTime() > 0) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(connections(server)).isEqualTo(expected);
    }

    private static int connections(RealBroker server) throws IOException {
        URI page = URI.create(server.broker().pages().get("monitoring") + "/varz");
        try (InputStream answer = page.toURL().openStream()) {
            Matcher found = CONNECTIONS.matcher(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
            assertThat(found.find()).isTrue();
            return Integer.parseInt(found.group(1));
        }
    }
}
