package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that accepts connections and never answers, or an address that a library tries again for ever: no run waits long for it. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class SilentBrokerTest extends WithProcesses {

    private static final int END_S = 5;

    /** Time in which a JVM starts while others use the processors. */
    private static final int START_S = 15;

    private Process start(String driver, String url, ServerSocket silent, String allowed) throws IOException {
        return processes.type(
                "client",
                "client --driver %s --url %s --connect-timeout %s --runs %s queue://T",
                driver,
                String.format(url, silent.getLocalPort()),
                allowed,
                folder.resolve("runs"));
    }

    private void assertThatItEnds(Process process, String sentence, int withinS) throws Exception {
        processes.awaitEnd("client", process, withinS);
        assertThat(processes.said("client").replaceAll("\\s+", " "))
                .containsPattern(sentence + "|cannot connect to ")
                .doesNotContain(" at java", "Exception");
    }

    private static ServerSocket silent() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private void assertThatTheTimeEndsIt(String driver, String url) throws Exception {
        try (ServerSocket silent = silent()) {
            Process process = start(driver, url, silent, "2s");
            assertThatItEnds(process, "client library has not returned .* connect-timeout", START_S + 2);
            assertThat(process.exitValue()).isEqualTo(Exit.FAILED);
        }
    }

    private void assertThatASignalEndsIt(String driver, String url) throws Exception {
        try (ServerSocket silent = silent()) {
            Process process = start(driver, url, silent, "1m");
            processes.awaitLine("client", ".*0 of 2 producers and consumers are connected.*");
            Processes.signal("TERM", process.pid());
            assertThatItEnds(process, "client library has not returned .*; Dyno does not wait for it", END_S);
        }
    }

    @ParameterizedTest
    @CsvSource("openwire, tcp://127.0.0.1:%d")
    @Tag("slow")
    void theTimeToConnectEndsALibraryThatTriesForEver(String driver, String url) throws Exception {
        assertThatTheTimeEndsIt(driver, url);
    }

    @ParameterizedTest
    @CsvSource("openwire, failover:(tcp://127.0.0.1:9)")
    @Tag("nightly")
    void theTimeToConnectEndsAFailoverThatTriesForEver(String driver, String url) throws Exception {
        theTimeToConnectEndsALibraryThatTriesForEver(driver, url);
    }

    @Test
    @Tag("slow")
    void aSignalEndsALibraryThatTriesForEver() throws Exception {
        assertThatASignalEndsIt("openwire", "failover:(tcp://127.0.0.1:9)");
    }

    @ParameterizedTest
    @CsvSource({
        "artemis, tcp://127.0.0.1:%d",
        "artemis, tcp://127.0.0.1:9?initialConnectAttempts=-1",
        "amqp, amqp://127.0.0.1:%d",
        "amqp, failover:(amqp://127.0.0.1:9)",
        "kafka, kafka://127.0.0.1:%d",
        "pulsar, pulsar://127.0.0.1:%d",
        "pulsar-jms, pulsar://127.0.0.1:%d",
        "rabbitmq, amqp://127.0.0.1:%d",
        "rabbitmq-jms, amqp://127.0.0.1:%d",
        "nats, nats://127.0.0.1:%d",
        "jetstream, nats://127.0.0.1:%d",
        "mqtt, mqtt://127.0.0.1:%d",
        "andes, amqp://admin:admin@dyno/carbon?brokerlist='tcp://127.0.0.1:%d'",
    })
    @Tag("nightly")
    void noDriverWaitsForABrokerThatNeverAnswers(String driver, String url) throws Exception {
        assertThatTheTimeEndsIt(driver, url);
        assertThatASignalEndsIt(driver, url);
    }
}
