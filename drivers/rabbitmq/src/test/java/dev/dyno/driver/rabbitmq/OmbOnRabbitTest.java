package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.run.Loads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Destinations and subscriptions of the broker while files of the OpenMessaging Benchmark run on it. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
@Tag("nightly")
class OmbOnRabbitTest {

    @ParameterizedTest
    @CsvSource({"CLASSIC, classic", "QUORUM, quorum"})
    void queuesAreDurableAndConsumersDoNotAcknowledge(String type, String kind) throws Exception {
        Loads.omb(
                new RabbitDriver(),
                OnRabbit.node().url(),
                Map.of(),
                """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://localhost" ]
                queueType: %s
                """.formatted(type),
                Loads.ombWorkload(1),
                topic -> {
                    assertThat(topic).matches("test-exchange-0000000-[A-Za-z0-9_-]{7}");
                    List<String> queues = ask("list_queues", "name", "durable", "type", "arguments").stream()
                            .filter(line -> line.startsWith(topic))
                            .toList();
                    // From 4.3 on the broker lists the type of each queue as an argument, also if it was not one.
                    assertThat(queues).hasSize(2).allSatisfy(line -> assertThat(line)
                            .matches(".*\ttrue\t%1$s\t\\[(\\{\"x-queue-type\",\"%1$s\"})?]".formatted(kind)));
                    assertThat(ask("list_exchanges", "name", "type", "durable"))
                            .anySatisfy(
                                    line -> assertThat(line).startsWith(topic).contains("fanout", "true"));
                    assertThat(ask("list_consumers", "queue_name", "ack_required"))
                            .filteredOn(line -> line.startsWith(topic))
                            .hasSize(4)
                            .allSatisfy(line -> assertThat(line).contains("false"));
                    assertThat(ask("list_connections", "pid")).hasSize(1);
                });
    }

    private static List<String> ask(String... words) throws Exception {
        return OnRabbit.node().ask(words);
    }
}
