package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A password in an address with a character that means something else there: with each driver it is refused before anything starts,
 * in a sentence that has nothing of it, and nothing is stored.
 */
class OddPasswordsTest extends WithDyno {

    private static final List<String> ODD = List.of(" ", "#", "?", "/", "@", ",", "(", ")", "[", "<", "\"", "'", "%");

    /** By driver, since each has its own form of an address. */
    static Stream<List<String>> addresses() {
        return Stream.of(
                List.of("artemis", "tcp://me:%s@127.0.0.1:1"),
                List.of("artemis", "(tcp://127.0.0.1:1,tcp://me:%s@127.0.0.1:2)?ha=true"),
                List.of("amqp", "amqp://me:%s@127.0.0.1:1"),
                List.of("amqp", "failover:(amqp://me:%s@127.0.0.1:1)"),
                List.of("openwire", "tcp://me:%s@127.0.0.1:1"),
                List.of("kafka", "kafka://me:%s@127.0.0.1:1"),
                List.of("pulsar", "pulsar://me:%s@127.0.0.1:1"),
                List.of("pulsar-jms", "pulsar://me:%s@127.0.0.1:1"),
                List.of("rabbitmq", "amqp091://me:%s@127.0.0.1:1/v"),
                List.of("rabbitmq-jms", "amqp://me:%s@127.0.0.1:1"),
                List.of("nats", "nats://127.0.0.1:1,me:%s@127.0.0.1:2"),
                List.of("nats", "me:%s@127.0.0.1:1"),
                List.of("kafka", "127.0.0.1:2,me:%s@127.0.0.1:1"),
                List.of("jetstream", "nats://me:%s@127.0.0.1:1"),
                List.of("mqtt", "mqtt://me:%s@127.0.0.1:1"),
                List.of("andes", "amqp://me:%s@dyno/carbon?brokerlist='tcp://127.0.0.1:1'"),
                List.of("jms", "tcp://me:%s@127.0.0.1:1"),
                List.of("sim", "sim://me:%s@x"));
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void isRefusedWithoutAWordOfIt(List<String> place) throws IOException {
        for (String odd : ODD) {
            String url = place.get(1).replace("%s", "ge" + odd + "heim");
            for (List<String> more : List.of(List.<String>of(), List.of("--print-config"))) {
                List<String> words = Stream.concat(
                                Stream.of("client", "--driver", place.get(0), "--url", url, "queue://Q"), more.stream())
                        .toList();
                Ran ran = dyno.run(words.toArray(String[]::new));
                assertThat(ran.status()).as(url + ": " + ran.out() + ran.err()).isEqualTo(Exit.USAGE);
                assertThat(ran.out() + ran.err())
                        .as(url)
                        .contains("--url", "%23", "--password-file")
                        .doesNotContain("heim");
            }
        }
        assertThat(place()).isEmptyDirectory();
    }
}
