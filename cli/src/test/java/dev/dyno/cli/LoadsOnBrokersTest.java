package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each message arrives once, and nothing is left behind. */
class LoadsOnBrokersTest extends OnManagedBroker {

    @ParameterizedTest
    @ValueSource(strings = "--protocol AMQP --max-pending 10")
    void aLoadOnAQueueDeliversEachMessageOnceAndLeavesNothingBehind(String options) throws IOException {
        loadAQueue(options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--max-pending 10",
                "--rate 1000",
                "--commit-interval 10 --tx --persistent",
                "--sync --persistent",
                "--consume poll --ack-mode individual --body text --message-size 100..300",
                "--consume receive --ack-mode client --consumer-commit-interval 7"
            })
    @Tag("nightly")
    void soDoesALoadWithOtherOptions(String options) throws IOException {
        loadAQueue(options);
    }

    private void loadAQueue(String options) throws IOException {
        Ran ran = type("client --message-count 500 queue://WHOLE " + options).ended(Exit.GOOD);
        assertCounts(stored().result(), "expected 500, delivered 500, lost 0, duplicate 0, corrupt 0, stale 0");
        assertThat(isBrokerGone(ran)).isTrue();
    }

    /** Nobody listens there; the others are no URLs of their drivers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nats://hunter2@127.0.0.1:1",
                "mqtt://me:hunter2@127.0.0.1:1",
                "amqp://me:hunter2@127.0.0.1:1",
                "kafka://me:hunter2@127.0.0.1",
                "amqp://me:a/hunter2@127.0.0.1:1 --driver rabbitmq",
                "sim://me:hunter2@x",
                "nowhere://me:hunter2@x"
            })
    void noOutputIsOfThePasswordOfAnAddress(String url) {
        Ran ran = type("client --duration 1 queue://A --url " + url);
        assertThat(ran.status()).isNotEqualTo(Exit.GOOD);
        assertThat(ran.out() + ran.err()).containsAnyOf("//", "--password-file");
        assertThat(ran.out() + ran.err()).doesNotContain("hunter2");
    }

    /** The broker answers the first bytes of AMQP 1.0 with those of its own protocol and closes, as RabbitMQ does before 4.0. */
    @Test
    void brokerOfAnotherAmqpIsNamedInOneSentenceWithTheDriverForIt() throws Exception {
        try (ServerSocket broker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> {
                while (!broker.isClosed()) {
                    try (Socket client = broker.accept()) {
                        client.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
                        client.getInputStream().readNBytes(8);
                    } catch (IOException e) {
                        // The test is over, or the client has gone.
                    }
                }
            });
            answers.start();
            String[] words = Dyno.words(
                    "client --duration 1 queue://A --url amqp://127.0.0.1:%s --runs %s", broker.getLocalPort(), runs);
            // In a process of its own, as client libraries log to the standard error of theirs.
            String said = Processes.ran(new ProcessBuilder(BuiltDyno.command(List.of(words))))
                    .ended(Exit.FAILED)
                    .out();
            assertThat(said.replaceAll("\\s+", " "))
                    .contains(
                            "cannot connect to amqp://127.0.0.1:",
                            "; the broker speaks another AMQP than 1.0, as RabbitMQ does before 4.0 without its plugin for"
                                    + " it: use the driver rabbitmq");
            assertThat(said).doesNotContain("\tat ", "Exception");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"amqp", "rabbitmq"})
    @Tag("nightly")
    void qpidIsReachedByEachOfItsDrivers(String driver) throws IOException {
        Ran ran = type(
                        "client --broker qpid --heap 256m --driver %s --persistent --message-count 100 "
                                + "--max-pending 10 queue://BOTH",
                        driver)
                .ended(Exit.GOOD);
        assertThat(stored().result().ledger().delivered()).isEqualTo(100);
        assertThat(isBrokerGone(ran)).isTrue();
    }

    @Test
    void eachSubscriptionOfATopicGetsEachMessage() throws IOException {
        loadATopic("--durable --clientID id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--shared 1", "--durable --clientID id --protocol AMQP"})
    @Tag("nightly")
    void soItDoesWithOtherOptions(String options) throws IOException {
        loadATopic(options);
    }

    private void loadATopic(String options) throws IOException {
        type("client --message-count 100 --consumers 2 --num-destinations 2 topic://FAN " + options)
                .ended(Exit.GOOD);
        boolean shared = options.contains("--shared");
        assertThat(stored().result().ledger().delivered()).isEqualTo(shared ? 100 : 200);
    }
}
