package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of the OpenMessaging Benchmark, both of them, as they are. */
@Tag("slow")
class OmbFilesTest extends WithDyno {

    private static final String WORKLOAD = """
            name: two topics
            topics: 2
            partitionsPerTopic: 3
            keyDistributor: "NO_KEY"
            messageSize: 100
            useRandomizedPayloads: true
            randomBytesRatio: 0.5
            randomizedPayloadPoolSize: 1000
            subscriptionsPerTopic: 2
            consumerPerSubscription: 1
            producersPerTopic: 1
            producerRate: 500
            consumerBacklogSizeGB: 0
            warmupDurationMinutes: 0
            testDurationMinutes: 1
            """;

    private static final String KAFKA = """
            name: Kafka with acks=all
            driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
            replicationFactor: 1
            topicConfig: |
              min.insync.replicas=1
            commonConfig: |
              bootstrap.servers=elsewhere:9092
            producerConfig: |
              acks=all
              linger.ms=1
              batch.size=131072
            consumerConfig: |
              auto.offset.reset=earliest
              enable.auto.commit=false
            """;

    private Ran ran = new Ran(-1, "", "");

    @Test
    @Tag("nightly")
    void aWorkloadAndAKafkaDriverRunOnAKafkaThatIsStarted() throws IOException {
        String driver = file("kafka.yaml", KAFKA);
        Path runs = Files.createDirectories(place());
        runQuickly(WORKLOAD, driver, "kafka", runs);
        assertThat(ran.err()).isEmpty();
        assertThat(ran.outLines())
                .contains(
                        "NOTE: " + driver + ": its address kafka://elsewhere:9092 is left out, because of --broker",
                        "  1  two topics on kafka through Kafka with acks=all");
        RunResult result = Listing.run(runs).result();

        // At 500 a second for 15 s, each to two subscriptions; on a busy machine the last ones are due and not sent.
        DueMessages due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(7_500);
        assertThat(result.totals().acknowledged())
                .isEqualTo(7_500 - due.unsent())
                .isGreaterThan(7_400);
        assertThatAllHasCome(result);
        assertThat(result.semantics().facts())
                .containsEntry("acks", "all")
                .containsEntry("linger", "1 ms")
                .containsEntry("batch", "131072 bytes");
    }

    private String onBuiltDyno(String line, Object... values) {
        ran = BuiltDyno.type(line, values);
        return ran.out();
    }

    /** Each message to both subscriptions. */
    private static void assertThatAllHasCome(RunResult result) {
        assertThat(result.totals().acknowledged()).isPositive();
        assertCounts(
                result,
                "success, lost 0, duplicate 0, corrupt 0, delivered "
                        + 2 * result.totals().acknowledged());
    }

    private void runQuickly(String workload, String driver, String broker, Path runs) throws IOException {
        onBuiltDyno(
                "run %s --driver %s --broker %s --quick --runs %s",
                file("workload.yaml", workload), driver, broker, runs);
    }

    /** Files like those of that tool, without the copies that need a cluster. */
    @ParameterizedTest
    @Tag("nightly")
    @CsvSource(delimiter = '|', textBlock = """
                    artemis   | 1 | driverClass: x.ArtemisBenchmarkDriver
                    rabbitmq  | 1 | '{ driverClass: x.RabbitMqBenchmarkDriver, amqpUris: ["amqp://localhost"], queueType: QUORUM }'
                    nats      | 1 | '{ driverClass: x.NatsBenchmarkDriver, natsHostUrl: "localhost:4222", replicationFactor: 1 }'
                    mosquitto | 1 | driverClass: x.MqttBenchmarkDriver
                    pulsar    | 3 | '{ driverClass: x.PulsarBenchmarkDriver, client: { namespacePrefix: benchmark/ns, persistence: { ensembleSize: 1, writeQuorum: 1, ackQuorum: 1 } } }'
                    artemis   | 1 | '{ driverClass: x.JMSBenchmarkDriver, use20api: true, sendWithTransactions: true, connectionFactoryClassName: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory }'
                    pulsar    | 3 | '{ driverClass: x.JMSBenchmarkDriver, use20api: true, connectionFactoryClassName: com.datastax.oss.pulsar.jms.PulsarConnectionFactory, connectionFactoryConfigurationParam: ''{"webServiceUrl": "http://localhost:8080", "producerConfig": {"blockIfQueueFull": "true"}}'', client: { namespacePrefix: public/default } }'
                    """)
    void aFileOfEachDriverRunsOnABrokerThatIsStarted(String broker, int partitions, String text) throws IOException {
        Path runs = Files.createDirectories(place());
        String workload = WORKLOAD.replace("Topic: 3", "Topic: " + partitions).replace("Rate: 500", "Rate: 200");
        runQuickly(workload, file("driver.yaml", text), broker, runs);
        assertThat(ran.err()).isEmpty();
        RunResult result = Listing.run(runs).result();
        assertThatAllHasCome(result);
        if (partitions > 1) {
            assertThat(result.semantics().facts()).containsEntry("partitions", Integer.toString(partitions));
        }
    }

    @Test
    void theAddressOfTheFileIsTakenAndNothingIsStarted() throws IOException {
        String driver = file("artemis.yaml", """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://elsewhere:61616
                """);
        String workload = file("workload.yaml", WORKLOAD.replace("Topic: 3", "Topic: 1"));
        Ran ran = dyno.run("run", workload, "--driver", driver).ended(Exit.USAGE);
        assertThat(ran.outLines())
                .containsExactly("NOTE: " + driver
                        + ": connects to tcp://elsewhere:61616; --broker or --url would name another");
        // The driver of this installation is none, so this is as far as it goes.
        assertThat(ran.err()).startsWith("dyno run: driver artemis cannot be loaded from ");
    }

    @Test
    void partitionsAreRefusedWhereThereAreNone() throws IOException {
        String driver = file("artemis.yaml", """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://elsewhere:61616
                """);
        Ran ran = dyno.run("run", file("workload.yaml", WORKLOAD), "--driver", driver)
                .ended(Exit.USAGE);
        assertThat(ran.errLines())
                .contains(
                        "dyno run: two topics on tcp://elsewhere:61616 through artemis: 3 partitions of each destination are"
                                + " asked for, and driver artemis has none; must be 1. Or choose a broker that has them, like kafka or"
                                + " pulsar.");
        assertThat(dyno.run("run", file("workload.yaml", WORKLOAD), "--broker", "sim", "--print-config")
                        .outLines())
                .contains(
                        "# NOTE: two topics on sim: 3 partitions of each destination make no difference: a broker within"
                                + " this process has none");
    }

    /** Values that neither file has are said to be that tool's only where they are. */
    @Test
    void printedDefaultsSayWhoseTheyAre() throws IOException {
        String printed = dyno.run("run", file("workload.yaml", WORKLOAD), "--broker", "sim", "--print-config")
                .out();
        for (String line : List.of("fresh-names: true", "durable: true", "mode: async", "missed: queue")) {
            assertThat(printed).containsPattern(line + " +# as the OpenMessaging Benchmark has it");
        }
        for (String line : List.of("max-pending: 10000", "threads: 1", "on-failure: stop", "drain: 60s", "ack: auto")) {
            assertThat(printed).containsPattern(line + " +# default");
        }
    }

    @Test
    void ownDefaultsAreTakenWhenAskedFor() throws IOException {
        String driver = file("rabbit.yaml", """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://one:5672" ]
                messagePersistence: true
                """);
        String workload = file("workload.yaml", WORKLOAD.replace("Topic: 3", "Topic: 1"));
        assertThat(onBuiltDyno("run %s --driver %s --print-config", workload, driver))
                .contains("rabbitmq.auto-ack=true", "connections-of-consumers: true", "persistent: true");
        assertThat(onBuiltDyno("run %s --driver %s --own-defaults --print-config", workload, driver))
                .contains(
                        "settings that the file leaves out have Dyno's defaults, also" + " rabbitmq.auto-ack",
                        "persistent: true")
                .doesNotContain("rabbitmq.auto-ack=true", "connections-of-consumers: true");
        dyno.run("run", workload, "--broker", "sim", "--own-defaults")
                .refused(
                        "--own-defaults: is about what a driver file does not say; give --driver a file, or leave it out.");
    }

    @Test
    void allThatIsWrongInADriverFileIsReportedOnceWithItsPlace() throws IOException {
        String driver = file("bad.yaml", "driverClass: x.ArtemisBenchmarkDriver\nbrokerAddress: [1]\n");
        Ran ran = dyno.type("run %s --driver %s --broker sim --broker null", file("workload.yaml", WORKLOAD), driver)
                .ended(Exit.USAGE);
        assertThat(ran.errLines())
                .containsSubsequence(
                        "dyno run: " + driver + ":2:16: brokerAddress: must be a single value, not a list.",
                        "    brokerAddress: [1]",
                        "                   ^")
                .filteredOn(line -> line.contains("brokerAddress: must be"))
                .hasSize(1);
        dyno.run("client", "--driver", "none.yaml").refused("dyno client: none.yaml: there is no such file.");
    }
}
