package dev.dyno.workfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Driver files of the OpenMessaging Benchmark: written here from its keys, none copied. */
class DriverFileTest {

    private static final String KAFKA_CLASS =
            "driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver\n";

    /** A file without a problem, that names this driver of ours and this address. */
    private static DriverFile good(String driver, String url, String text) {
        DriverFile file = DriverFile.of("driver.yaml", text);
        assertThat(file.problems()).isEmpty();
        assertThat(file.driver()).isEqualTo(driver);
        assertThat(file.url()).contains(url);
        return file;
    }

    private static List<String> problems(String name, String text) {
        return DriverFile.of(name, text).problems().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void kafka() {
        DriverFile file = good("kafka", "kafka://one:9092,two:9092", "name: Kafka\n" + KAFKA_CLASS + """
                replicationFactor: 3
                reset: true
                topicConfig: |
                  min.insync.replicas=2
                  flush.messages = 1
                commonConfig: |
                  # of all clients
                  bootstrap.servers=one:9092,two:9092

                  client.id=x=y
                producerConfig: |
                  acks=all
                  linger.ms=1
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=true
                """);
        assertThat(file.name()).isEqualTo("Kafka");
        assertThat(file.properties())
                .containsExactly(
                        Map.entry("kafka.replication", "3"),
                        Map.entry("kafka.topic.min.insync.replicas", "2"),
                        Map.entry("kafka.topic.flush.messages", "1"),
                        Map.entry("client.id", "x=y"),
                        Map.entry("producer.acks", "all"),
                        Map.entry("producer.linger.ms", "1"),
                        Map.entry("consumer.auto.offset.reset", "earliest"));
        assertThat(file.notes())
                .containsExactly(
                        "consumerConfig: enable.auto.commit is set by the driver itself and left out",
                        "reset does not apply: no topics are deleted");
        assertThat(file.traffic()).isEqualTo(DriverTraffic.AS_IT_IS);
    }

    @Test
    void pulsar() {
        DriverFile file = good("pulsar", "pulsar://host:6650", """
                name: Pulsar
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://host:6650
                  httpUrl: http://host:8080
                  ioThreads: 8
                  connectionsPerBroker: 2
                  namespacePrefix: benchmark/ns
                  topicType: non-persistent
                  persistence: { ensembleSize: 3, writeQuorum: 3, ackQuorum: 2, deduplicationEnabled: true }
                  tlsAllowInsecureConnection: false
                  tlsEnableHostnameVerification: false
                  tlsTrustCertsFilePath: ca.pem
                  authentication: { plugin: org.apache.pulsar.client.impl.auth.AuthenticationToken, data: "token:abc" }
                producer:
                  batchingEnabled: true
                  batchingMaxPublishDelayMs: 1
                  batchingMaxBytes: 1048576
                  blockIfQueueFull: true
                  pendingQueueSize: 10000
                consumer:
                  receiverQueueSize: 1000
                  subscriptionType: Failover
                  colour: red
                """);
        assertThat(file.properties())
                .containsExactly(
                        Map.entry("pulsar.web-url", "http://host:8080"),
                        Map.entry("numIoThreads", "8"),
                        Map.entry("connectionsPerBroker", "2"),
                        Map.entry("tls.trust", "ca.pem"),
                        Map.entry("tls.verify-host", "false"),
                        Map.entry("pulsar.non-persistent", "true"),
                        Map.entry("pulsar.token", "abc"),
                        Map.entry("producer.batchingEnabled", "true"),
                        Map.entry("producer.batchingMaxPublishDelayMicros", "1000"),
                        Map.entry("producer.batchingMaxBytes", "1048576"),
                        Map.entry("producer.maxPendingMessages", "10000"),
                        Map.entry("consumer.receiverQueueSize", "1000"),
                        Map.entry("pulsar.subscription-type", "Failover"));
        assertThat(file.notes())
                .containsExactly(
                        "client.namespacePrefix does not apply: no namespaces are made; name one with pulsar.namespace",
                        "client.persistence does not apply: the number of copies is a setting of the namespace or the broker",
                        "client.tlsAllowInsecureConnection does not apply: a broker is trusted by tls.trust, or by the JDK",
                        "producer.blockIfQueueFull does not apply: a full queue is told by the report instead of waited for",
                        "consumer.colour is not known here and left out");
    }

    @Test
    void rabbitMq() {
        DriverFile file = good("rabbitmq", "amqp://one:5672", """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://one:5672", "amqp://two:5672" ]
                messagePersistence: false
                queueType: QUORUM
                """);
        assertThat(file.name()).isEqualTo("driver");
        assertThat(file.properties()).containsExactly(Map.entry("rabbitmq.queue.type", "quorum"));
        assertThat(file.notes()).containsExactly("amqpUris: the first of 2 is taken");
        assertThat(message(file.traffic()).persistent()).isFalse();
    }

    @Test
    void artemis() {
        DriverFile file = good("artemis", "tcp://host:61616", """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://host:61616
                """);
        assertThat(file.properties()).isEmpty();
        assertThat(file.notes()).isEmpty();
    }

    @Test
    void nats() {
        DriverFile file = good("jetstream", "nats://host:4222", """
                driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                natsHostUrl: host:4222
                replicationFactor: 3
                storageType: Memory
                maxBytes: 1000
                """);
        assertThat(file.properties())
                .containsExactly(Map.entry("nats.stream.replicas", "3"), Map.entry("nats.stream.storage", "memory"));
        assertThat(file.notes())
                .containsExactly("maxBytes does not apply: a stream is bounded by nats.stream.max-messages");
    }

    @Test
    void jms() {
        DriverFile file = good("jms-javax", "tcp://host:61616", """
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: org.apache.activemq.ActiveMQConnectionFactory
                connectionFactoryConfigurationParam: tcp://host:61616
                topicNamePrefix: bench-
                messageSelector: "amount > 3"
                properties: [ { name: amount, value: 5 }, { name: colour, value: red } ]
                use20api: true
                sendWithTransactions: true
                """);
        assertThat(file.properties())
                .containsExactly(Map.entry("jms.connectionFactory", "org.apache.activemq.ActiveMQConnectionFactory"));
        assertThat(file.notes())
                .containsExactly(
                        "topicNamePrefix does not apply: topics are named as the workload says",
                        "use20api does not apply: the driver sees what the provider has",
                        "the provider's jars are given by --jars");
        Workload workload = file.traffic().appliedTo(omb());
        ProducerGroup producers = workload.producers().get(0);
        assertThat(producers.mode()).isEqualTo(SendMode.TRANSACTED);
        assertThat(producers.commitInterval()).isEqualTo(1);
        assertThat(producers.message().properties()).isEqualTo(Map.of("amount", 5L, "colour", "red"));
        assertThat(producers.message().persistent()).isTrue();
        assertThat(workload.consumers().get(0).selector()).contains("amount > 3");
    }

    @Test
    void trafficOfWhichNothingIsSaidStaysAsItIs() {
        assertThat(DriverTraffic.AS_IT_IS.appliedTo(omb())).isEqualTo(omb());
    }

    @Test
    void allThatIsWrongIsToldWithItsPlace() {
        assertThat(problems("kafka.yaml", KAFKA_CLASS + """
                replicationFactor: many
                commonConfig: |
                  bootstrap.servers
                producerConfig: { acks: all }
                """)).containsExactly("""
                        kafka.yaml:2:20: replicationFactor: many; must be a whole number of at least 0.
                            replicationFactor: many
                                               ^""", """
                        kafka.yaml:3:15: commonConfig: bootstrap.servers; must be lines like name=value.
                            commonConfig: |
                                          ^""", """
                        kafka.yaml:5:17: producerConfig: must be a single value, not a mapping.
                            producerConfig: { acks: all }
                                            ^""");
    }

    @Test
    void anUnknownDriverIsRefusedWithTheList() {
        assertThat(problems("d.yaml", "driverClass: a.b.RedisBenchmarkDriver"))
                .containsExactly("d.yaml:1:14: driverClass: a.b.RedisBenchmarkDriver; must end with one of"
                        + " KafkaBenchmarkDriver, PulsarBenchmarkDriver, RabbitMqBenchmarkDriver, ArtemisBenchmarkDriver,"
                        + " NatsBenchmarkDriver, JMSBenchmarkDriver. For others give the name of a driver.\n"
                        + "    driverClass: a.b.RedisBenchmarkDriver\n"
                        + "                 ^");
        assertThat(problems("d.yaml", "name: x"))
                .containsExactly("d.yaml:1:1: the key 'driverClass' is missing.\n    name: x\n    ^");
    }

    private static MessageTemplate message(DriverTraffic traffic) {
        return traffic.appliedTo(omb()).producers().get(0).message();
    }

    private static Workload omb() {
        WorkloadFile file = WorkloadFile.of("omb.yaml", """
                topics: 1
                partitionsPerTopic: 1
                messageSize: 100
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producersPerTopic: 1
                producerRate: 100
                """);
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    @Test
    void aFileIsToldFromANameByItsEnding() {
        assertThat(Optional.of("kafka").filter(DriverFile::isFile)).isEmpty();
        assertThat(Optional.of("drivers/kafka.yaml").filter(DriverFile::isFile)).isPresent();
        assertThat(Optional.of("kafka.yml").filter(DriverFile::isFile)).isPresent();
    }
}
