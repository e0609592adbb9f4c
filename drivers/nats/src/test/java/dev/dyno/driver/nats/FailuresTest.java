package dev.dyno.driver.nats;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.TestClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    private static final String GREETING =
            "INFO {\"server_id\":\"a\",\"version\":\"2.10.0\",\"proto\":1,\"max_payload\":1048576}\r\n";
    private static final String REFUSAL = "-ERR 'maximum connections exceeded'\r\n";

    @Test
    void wordsOfTheServerThatEachNewConnectionWouldGetAreRefusals() {
        assertThat(Stream.of(
                                "Permissions Violation for Subscription to \"a\"",
                                "Authorization Violation",
                                "User Authentication Expired",
                                "Account Authentication Expired")
                        .map(Failures::ofServer))
                .hasOnlyElementsOfType(RefusedException.class);
    }

    @Test
    void wordsThatMayEndAreNoRefusals() {
        assertThat(Stream.of("maximum connections exceeded", "Stale Connection", "Authentication Timeout")
                        .map(Failures::ofServer))
                .doesNotHaveAnyElementsOfTypes(RefusedException.class);
    }

    /** At its limit of connections a server says so with its greeting, or after it, when jnats has begun to log in. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theServersWordsWithItsGreetingOrAfterItAreTheReason(boolean withGreeting) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> refuseAll(server, withGreeting));
            serving.setDaemon(true);
            serving.start();
            assertFails(
                    () -> TestClient.open("nats://127.0.0.1:" + server.getLocalPort())
                            .connection(),
                    "…the server refused: maximum connections exceeded…");
        }
    }

    private static void refuseAll(ServerSocket server, boolean withGreeting) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                if (withGreeting) {
                    say(client, GREETING + REFUSAL);
                    continue;
                }
                say(client, GREETING);
                BufferedReader words =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                for (String line = words.readLine(); line != null && !line.equals("PING"); line = words.readLine()) {}
                say(client, REFUSAL);
            } catch (IOException e) {
                // The end of the test, or of a client.
            }
        }
    }

    private static void say(Socket client, String words) throws IOException {
        client.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
    }
}
