package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Driver files of the OpenMessaging Benchmark: written here from its keys, none copied. */
class DriverFileTest {

    private static final String OMB = """
            topics: 1
            partitionsPerTopic: 1
            messageSize: 100
            subscriptionsPerTopic: %d
            consumerPerSubscription: %d
            producersPerTopic: 1
            producerRate: 100
            """;

    private static final String KAFKA_CLASS =
            "driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver\n";

    /** A file without a problem, that names this driver of ours and this address. */
    private static DriverFile good(String driver, String url, String text) {
        DriverFile file = DriverFile.of("driver.yaml", text, false);
        assertThat(file.problems()).isEmpty();
        assertThat(file.driver()).isEqualTo(driver);
        assertThat(file.url()).contains(url);
        return file;
    }

    /** The properties are these, each as {@code name=value}, with blanks between. */
    private static void assertProperties(DriverFile file, String expected) {
        assertThat(file.properties().entrySet())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(expected.strip().split("\\s+", -1));
    }

    private static List<String> problems(String name, String text) {
        return DriverFile.of(name, text, false).problems().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void kafka() {
        DriverFile file = good("kafka", "kafka://one:9092,two:9092", "name: Kafka\n" + KAFKA_CLASS + """
                replicationFactor: 3
                reset: true
                topicConfig: |
                  min.insync.replicas: 2
                  flush.messages = 1
                  ! nothing
                  retention.\\
                    ms 1000
                commonConfig: |
                  # of all clients
                  bootstrap.servers=one:9092,two:9092

                  client.id=x=y
                producerConfig: |
                  acks=all
                  linger.ms=1
                  transactional.id=t
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=true
                """);
        assertThat(file.name()).isEqualTo("Kafka");
        assertProperties(file, """
                kafka.replication=3 kafka.topic.min.insync.replicas=2 kafka.topic.flush.messages=1
                kafka.topic.retention.ms=1000 client.id=x=y producer.acks=all producer.linger.ms=1
                consumer.auto.offset.reset=earliest
                """);
        assertThat(file.notes())
                .containsExactly(
                        "producerConfig: transactional.id is set by the driver itself and left out",
                        "reset does not apply: no topics are deleted, and a run has topics of its own");
        // As the library commits by itself: now and then.
        assertThat(file.traffic()).isEqualTo(new DriverTraffic(Map.of("ack", "DUPS_OK"), Map.of()));
        assertThat(DriverFile.of("driver.yaml", KAFKA_CLASS + "consumerConfig: enable.auto.commit=false\n", false)
                        .traffic())
                .isEqualTo(DriverTraffic.AS_IT_IS);
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
                  tlsAllowInsecureConnection: true
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
        assertProperties(file, """
                pulsar.web-url=http://host:8080 numIoThreads=8 connectionsPerBroker=2 concurrentLookupRequest=1000
                maxLookupRequest=2147483647 operationTimeoutMs=600000 memoryLimitBytes=268435456 tls.trust=ca.pem
                tls.verify-host=false pulsar.non-persistent=true pulsar.token=abc
                pulsar.namespace=benchmark/ns-${run} pulsar.new-namespace=true pulsar.new-namespace.copies=3/3/2
                pulsar.new-namespace.deduplication=true producer.batchingEnabled=true
                producer.batchingMaxPublishDelayMicros=1000 producer.batchingMaxMessages=2147483647
                producer.batchingMaxBytes=1048576 producer.maxPendingMessages=10000 producer.sendTimeoutMs=0
                consumer.receiverQueueSize=1000 consumer.maxTotalReceiverQueueSizeAcrossPartitions=2147483647
                consumer.batchIndexAckEnabled=false pulsar.subscription-type=Failover
                """);
        Workload workload = file.traffic().appliedTo(omb());
        assertThat(workload.producers().get(0).message().persistent()).isFalse();
        assertThat(workload.consumers().get(0).durable()).isFalse();
        assertThat(file.notes())
                .containsExactly(
                        "client.tlsAllowInsecureConnection does not apply: a broker is trusted by tls.trust, or by the JDK",
                        "producer.blockIfQueueFull does not apply: of a full queue a message waits in Dyno, where its time counts,"
                                + " and not in the client library",
                        "consumer.colour is not known here and left out");
    }

    /** Settings that a file leaves out are as that tool has them, not as the client library does. */
    @Test
    void pulsarWithoutSettings() {
        DriverFile file = good("pulsar", "pulsar://host:6650", """
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client: { serviceUrl: "pulsar://host:6650", clusterName: local }
                """);
        assertThat(file.properties())
                .containsEntry("pulsar.subscription-type", "Failover")
                .containsEntry("producer.maxPendingMessages", "0")
                .containsEntry("consumer.receiverQueueSize", "10000")
                .doesNotContainKeys("pulsar.namespace", "pulsar.new-namespace");
        assertThat(file.notes())
                .containsExactly(
                        "client.clusterName does not apply: the tenant is allowed on all clusters that the broker knows");
        Workload workload = file.traffic().appliedTo(omb());
        assertThat(workload.producers().get(0).destinations().get(0)).hasToString("topic://test-0000000");
        assertThat(workload.producers().get(0).connectionsOfConsumers()).isTrue();
        assertThat(workload.consumers().get(0).connections()).isOne();
        assertThat(workload.consumers().get(0).durable()).isTrue();
    }

    @Test
    void rabbitMq() {
        DriverFile file = good("rabbitmq", "amqp://one:5672", """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://one:5672", "amqp://me:secret@two:5672/host", "amqp://three" ]
                messagePersistence: false
                queueType: QUORUM
                """);
        assertThat(file.name()).isEqualTo("driver");
        assertProperties(file, """
                rabbitmq.more-hosts=two:5672,three rabbitmq.queue.type=quorum rabbitmq.auto-ack=true
                """);
        assertThat(file.notes())
                .containsExactly(
                        "amqpUris: one connection to each of the 3 hosts, which producers and consumers take in"
                                + " turn; there all of a topic take the same");
        assertThat(producers(file.traffic()).connections()).isEqualTo(3);
        assertThat(message(file.traffic()).persistent()).isFalse();
        assertThat(message(file.traffic()).timestamp()).isTrue();
    }

    @Test
    void withOwnDefaultsOnlyTheFileCounts() {
        String rabbit = """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://one:5672" ]
                messagePersistence: true
                queueType: QUORUM
                """;
        DriverFile file = DriverFile.of("driver.yaml", rabbit, true);
        assertProperties(file, "rabbitmq.queue.type=quorum");
        assertThat(file.notes())
                .containsExactly("settings that the file leaves out have Dyno's defaults, also rabbitmq.auto-ack");
        assertThat(message(file.traffic()).persistent()).isTrue();
        assertThat(message(file.traffic()).timestamp()).isFalse();
        assertThat(producers(file.traffic()).connections()).isZero();
        assertThat(producers(file.traffic()).connectionsOfConsumers()).isFalse();
    }

    @Test
    void withOwnDefaultsAPropertyOfAKeyThatIsMissingIsLeftOut() {
        String pulsar = """
                driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://host:6650
                  ioThreads: 4
                producer:
                  batchingMaxPublishDelayMs: 2
                consumer:
                  receiverQueueSize: 500
                """;
        assertProperties(
                DriverFile.of("driver.yaml", pulsar, true),
                "numIoThreads=4 producer.batchingMaxPublishDelayMicros=2000 consumer.receiverQueueSize=500");
        String nats = """
                driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                natsHostUrl: host:4222
                storageType: memory
                """;
        DriverFile file = DriverFile.of("driver.yaml", nats, true);
        assertProperties(file, "nats.stream.storage=memory");
        assertThat(message(file.traffic()).persistent()).isFalse();
    }

    @Test
    void rabbitMqWithoutSettings() {
        DriverFile file = good("rabbitmq", "amqp://one", """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                producerCreationDelay: 100
                amqpUris: [ "amqp://one" ]
                queueType: CLASSIC
                """);
        assertProperties(file, "rabbitmq.auto-ack=true");
        assertThat(file.notes())
                .containsExactly(
                        "producerCreationDelay does not apply: producers are made one after the other, before the load");
        assertThat(message(file.traffic()).persistent()).isFalse();
    }

    @Test
    void artemisIsSentNoKeysAsThatToolSendsNone() {
        DriverFile file = good("artemis", "tcp://host:61616", """
                driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver
                brokerAddress: tcp://host:61616
                """);
        assertProperties(file, "confirmationWindowSize=1048576");
        assertThat(file.notes()).isEmpty();
        assertThat(file.traffic().appliedTo(omb()).consumers().get(0).ack()).isEqualTo(AckMode.DUPS_OK);
        Workload keyed = WorkloadFile.of("omb.yaml", OMB.formatted(1, 1) + "keyDistributor: KEY_ROUND_ROBIN\n")
                .workload();
        assertThat(file.traffic().notes(omb())).isEmpty();
        assertThat(file.traffic().notes(keyed))
                .containsExactly("keys of messages are not sent, as that tool's driver sends none");
        assertThat(file.traffic().appliedTo(keyed).producers().get(0).message().keys())
                .isEmpty();
    }

    @Test
    void mqtt() {
        DriverFile file = good("mqtt", "tcp://host:1883", """
                driverClass: io.openmessaging.benchmark.driver.mqtt5.MqttBenchmarkDriver
                client:
                  serverUri: tcp://host:1883
                  username:
                  topicPrefix: bench
                consumer:
                  cleanSession: false
                  sessionExpiryIntervalSeconds: 259200
                  receiveMaximum: 10
                """);
        assertProperties(file, "mqtt.qos=1 mqtt.session-expiry-seconds=259200 mqtt.receive-maximum=10");
        assertThat(file.notes())
                .containsExactly(
                        "consumer.sessionExpiryIntervalSeconds is not known here and left out",
                        "the time of sending is in the body, and not in a property of the message as there");
        Workload workload = file.traffic().appliedTo(omb());
        assertThat(workload.producers().get(0).destinations().get(0)).hasToString("topic://bench/test-0000000");
        assertThat(workload.producers().get(0).message().persistent()).isFalse();
        assertThat(workload.consumers().get(0).durable()).isTrue();
    }

    /** Its configuration is JSON, and topics are made by that tool's driver for Pulsar. */
    @Test
    void starlight() {
        DriverFile file = good("pulsar-jms", "pulsar://host:6650", """
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: com.datastax.oss.pulsar.jms.PulsarConnectionFactory
                connectionFactoryConfigurationParam: '{"brokerServiceUrl": "pulsar://host:6650", "webServiceUrl":
                  "http://host:8080", "enableTransaction":"true", "producerConfig":{"blockIfQueueFull":"true"}}'
                use20api: true
                delegateForAdminOperationsClassName: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
                client:
                  serviceUrl: pulsar://host:6650
                  namespacePrefix: public/default
                  persistence: { ensembleSize: 1 }
                producer: { pendingQueueSize: 10000 }
                """);
        assertProperties(file, """
                webServiceUrl=http://host:8080 enableTransaction=true producerConfig.blockIfQueueFull=true
                jms.without=SELECTORS,PRIORITIES,GROUPS,TIME_TO_LIVE
                """);
        assertThat(producers(file.traffic()).destinations().get(0))
                .hasToString("topic://persistent://public/default/test-0000000");
        assertThat(file.notes())
                .containsExactly(
                        "client.persistence does not apply: no namespace is made",
                        "producer does not apply: it is that of the driver for Pulsar, which sends nothing",
                        "client.namespacePrefix: topics are in namespace public/default, which must exist, and not in one of"
                                + " that name with random characters",
                        "the time of sending is in the body, and not in a property of the message as there");
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
        assertProperties(file, """
                nats.stream.replicas=3 nats.stream.storage=memory nats.stream.topic-retention=limits
                nats.stream.max-bytes=1000 nats.stream.discard=old nats.max-ack-pending=1000 nats.consumer=push
                """);
        assertThat(file.notes()).isEmpty();
        assertThat(message(file.traffic()).persistent()).isFalse();
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
        assertProperties(file, "jms.connectionFactory=org.apache.activemq.ActiveMQConnectionFactory");
        assertThat(file.notes())
                .containsExactly(
                        "sendWithTransactions: a producer has one transaction under way; there each message has a session of"
                                + " its own, and any number are under way",
                        "the provider's jars are given by --jars",
                        "the time of sending is in the body, and not in a property of the message as there");
        Workload workload = file.traffic().appliedTo(omb());
        ProducerGroup producers = workload.producers().get(0);
        assertThat(producers.mode()).isEqualTo(SendMode.TRANSACTED);
        assertThat(producers.commitInterval()).isEqualTo(1);
        assertThat(producers.destinations().get(0)).hasToString("topic://bench--0000000");
        assertThat(producers.message().properties()).isEqualTo(Map.of("amount", "5", "colour", "red"));
        assertThat(producers.message().persistent()).isTrue();
        assertThat(workload.consumers().get(0).selector()).contains("amount > 3");
        assertThat(workload.consumers().get(0).durable()).isTrue();
    }

    /** With JMS 1.1 that tool's sends block, and its consumers have ordinary subscriptions. */
    @Test
    void jmsBefore20() {
        DriverFile file = good("jms-javax", "tcp://host:61616", """
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: org.apache.activemq.ActiveMQConnectionFactory
                connectionFactoryConfigurationParam: tcp://host:61616
                """);
        Workload workload = file.traffic().appliedTo(omb(2, 3));
        assertThat(workload.producers().get(0).mode()).isEqualTo(SendMode.SYNC);
        ConsumerGroup consumers = workload.consumers().get(0);
        assertThat(consumers.durable()).isFalse();
        assertThat(consumers.sharedSubscriptions()).isZero();
        assertThat(consumers.perSubscription()).isEqualTo(6);
    }

    @Test
    void trafficOfWhichNothingIsSaidStaysAsItIs() {
        assertThat(DriverTraffic.AS_IT_IS.appliedTo(omb())).isEqualTo(omb());
    }

    @Test
    void allThatIsWrongIsReportedWithItsPlace() {
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
    void aProblemShowsNoSecretOfItsLine() {
        assertThat(String.join("\n", problems("d.yaml", """
                driverClass: a.MqttBenchmarkDriver
                client: { serverUri: "tcp://me:geheim@h", password: geheim, serverUri: "tcp://h" }
                """)))
                .contains("'serverUri' is given twice", "client: {")
                .doesNotContain("geheim");
        assertThat(String.join("\n", problems("k.yaml", KAFKA_CLASS + """
                commonConfig: |
                  bootstrap.servers=h
                  sasl.jaas.config=X required password="geheim\\uxyz";
                """)))
                .contains("must be lines like name=value.")
                .doesNotContain("geheim");
    }

    @Test
    void anUnknownDriverIsRefusedWithTheList() {
        assertThat(problems("d.yaml", "driverClass: a.b.RedisBenchmarkDriver"))
                .containsExactly("d.yaml:1:14: driverClass: a.b.RedisBenchmarkDriver; must end with one of"
                        + " KafkaBenchmarkDriver, PulsarBenchmarkDriver, RabbitMqBenchmarkDriver, ArtemisBenchmarkDriver,"
                        + " NatsBenchmarkDriver, JMSBenchmarkDriver, MqttBenchmarkDriver. For others give the name of a driver.\n"
                        + "    driverClass: a.b.RedisBenchmarkDriver\n"
                        + "                 ^");
        assertThat(problems("d.yaml", "name: x"))
                .containsExactly("d.yaml:1:1: the key 'driverClass' is missing.\n    name: x\n    ^");
    }

    private static MessageTemplate message(DriverTraffic traffic) {
        return producers(traffic).message();
    }

    private static ProducerGroup producers(DriverTraffic traffic) {
        return traffic.appliedTo(omb()).producers().get(0);
    }

    private static Workload omb() {
        return omb(1, 1);
    }

    private static Workload omb(int subscriptions, int consumers) {
        WorkloadFile file = WorkloadFile.of("omb.yaml", OMB.formatted(subscriptions, consumers));
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    @Test
    void theTableOfKeysHasNoWordThatItsReaderDoesNotKnow() {
        YamlFile table = OmbDriver.table();
        YamlMap drivers = table.root();
        for (String driver : drivers.keys()) {
            YamlMap one = drivers.requiredMap(driver);
            one.allow(List.of("driver", "keys", "decides", "note"));
            YamlMap keys = one.mapOrEmpty("keys");
            keys.keys().forEach(key -> keys.requiredMap(key)
                    .allow(List.of("is", "least", "default", "to", "as", "times", "words", "also", "note")));
        }
        assertThat(table.problems()).isEmpty();
        assertThat(drivers.keys()).hasSize(7);
    }

    @Test
    void aFileIsDistinguishedFromANameByItsEnding() {
        assertThat(Optional.of("kafka").filter(DriverFile::isFile)).isEmpty();
        assertThat(Optional.of("drivers/kafka.yaml").filter(DriverFile::isFile)).isPresent();
        assertThat(Optional.of("kafka.yml").filter(DriverFile::isFile)).isPresent();
    }
}
