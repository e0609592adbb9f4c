package dev.dyno.driver.kafka;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.SettingsContract;
import dev.dyno.driver.tck.TestClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest extends SettingsContract {

    private static final String URL = "kafka://127.0.0.1:9092";

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        settings(url, Optional.empty(), settings);
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(
                settings(URL, """
                    kafka.acks=3 | kafka.acks: unknown setting of the Kafka driver; must be one of kafka.partitions, kafka.replication, kafka.topic.NAME, kafka.group, kafka.group-type, kafka.group.NAME, kafka.key, kafka.broken-after, tls.trust, tls.certificate, tls.key, tls.verify-host.
                    kafka.partition=3 | kafka.partition: unknown setting of the Kafka driver; did you mean kafka.partitions?
                    producer.lnger.ms=3 | producer.lnger.ms: unknown property of the producer of the Kafka client; did you mean producer.linger.ms?
                    lingerms=3 | lingerms: unknown setting of the Kafka driver; did you mean linger.ms?
                    consumer.linger.ms=3 | consumer.linger.ms: unknown property of the consumer of the Kafka client; dyno driver show lists them.
                    my.own=3 | my.own: unknown setting of the Kafka driver; dyno driver show lists them.
                    kafka.topic.min.insync.replica=3 | kafka.topic.min.insync.replica: unknown; did you mean kafka.topic.min.insync.replicas?
                    interceptor.classes=org.example.Mine lingerms=3 | lingerms: unknown setting of the Kafka driver; did you mean linger.ms?
                    kafka.partitions=0 | kafka.partitions: 0; must be a whole number of at least 1.
                    kafka.replication=many | kafka.replication: many; must be a whole number from 1 to 32767.
                    kafka.key=random | kafka.key: random; must be one of none, producer, sequence.
                    kafka.group-type=streams | kafka.group-type: streams; must be one of consumer, share.
                    kafka.group.share.delivery.count.limit=2 | kafka.group.share.delivery.count.limit: only share groups have settings of their own; give kafka.group-type=share, or leave it out
                    share.acknowledgement.mode=implicit | share.acknowledgement.mode: set by the driver; leave it out: the driver acknowledges each message.
                    kafka.broken-after=soon | kafka.broken-after: soon; must be a duration, like 250us, 10s or 1h30m, or never.
                    group.id=g | group.id: set by the driver; leave it out: kafka.group names the group of queues, a subscription that of topics.
                    consumer.enable.auto.commit=true | enable.auto.commit: true; the acknowledgement mode says when offsets are committed: leave it out, and acknowledge lazily (DUPS_OK) for a commit every auto.commit.interval.ms
                    acks=2 | the settings of the client library: Invalid value 2 for configuration acks…
                    """),
                urls(
                        "%s is no address of Kafka; must be kafka://host:port,host:port, with TLS kafkas://host:port,"
                                + " or host:port alone",
                        "tcp://a:1", "kafka://", "kafka://a:1,,b:2", "kafka://a:x", "a:65536", "a:0", "a b:1"));
    }

    private static KafkaSettings settings(Map<String, String> properties) throws DriverException {
        return settings(URL, Optional.empty(), properties);
    }

    private static KafkaSettings settings(String url, Optional<Credentials> credentials, Map<String, String> properties)
            throws DriverException {
        return KafkaSettings.of(new ClientSpec(url, credentials, properties, new JdkTime()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                kafka://a:1,b:2 | a:1,b:2
                kafka://a:1/ | a:1
                a:1, b:2 | a:1,b:2
                a | a:9092
                KAFKA://broker-1.example.org:19092 | broker-1.example.org:19092
                kafka://[::1]:9092 | [::1]:9092
                """)
    void brokersAreNamedByAUrlOrAPlainList(String url, String servers) throws DriverException {
        assertThat(BrokerAddresses.parse(url).servers()).containsExactly(servers.split(","));
        assertThat(BrokerAddresses.parse(url).encrypted()).isFalse();
    }

    @Test
    void aUrlCanSayThatTheConnectionIsEncrypted() throws DriverException {
        assertThat(settings("kafkas://127.0.0.1:9092", Optional.empty(), Map.of())
                        .producer())
                .containsEntry("security.protocol", "SSL");
    }

    @Test
    void aSettingOfATopicThatTheLibraryDoesNotListIsForTheBrokerToJudge() throws DriverException {
        assertThat(settings(Map.of("kafka.topic.redpanda.remote.write", "true")).topicSettings)
                .containsEntry("redpanda.remote.write", "true");
    }

    @Test
    void settingsGoToThePartsOfTheLibraryThatKnowThem() throws DriverException {
        KafkaSettings settings = settings(Map.of(
                "linger.ms", "7",
                "fetch.min.bytes", "100",
                "request.timeout.ms", "9000",
                "consumer.request.timeout.ms", "9001",
                "producer.my.interceptor", "a",
                "my.other", "b",
                "interceptor.classes", "org.example.Mine"));
        assertThat(settings.producer())
                .containsEntry("linger.ms", "7")
                .containsEntry("request.timeout.ms", "9000")
                .containsEntry("my.interceptor", "a")
                .containsEntry("my.other", "b")
                .doesNotContainKeys("fetch.min.bytes", "consumer.request.timeout.ms");
        assertThat(settings.consumer())
                .containsEntry("fetch.min.bytes", "100")
                .containsEntry("request.timeout.ms", "9001")
                .containsEntry("my.other", "b")
                .doesNotContainKeys("linger.ms", "my.interceptor");
        assertThat(settings.admin())
                .containsEntry("request.timeout.ms", "9000")
                .doesNotContainKeys("linger.ms", "fetch.min.bytes", "my.interceptor");
    }

    @Test
    void whatTheUserSaysComesBeforeTheDriversDefaults() throws DriverException {
        KafkaSettings defaults = settings(Map.of());
        assertThat(defaults.producer()).containsEntry("max.block.ms", "0");
        assertThat(defaults.transactedProducer()).doesNotContainKey("max.block.ms");
        assertThat(defaults.consumer())
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "earliest");
        KafkaSettings said = settings(Map.of("max.block.ms", "50", "isolation.level", "read_uncommitted"));
        assertThat(said.producer()).containsEntry("max.block.ms", "50");
        assertThat(said.consumer()).containsEntry("isolation.level", "read_uncommitted");
    }

    @Test
    void theNewGroupProtocolGetsNoSettingsThatOnlyTheOldOneHas() throws DriverException {
        assertThat(settings(Map.of("group.protocol", "consumer")).consumer())
                .doesNotContainKeys("heartbeat.interval.ms", "session.timeout.ms", "partition.assignment.strategy");
    }

    @Test
    void theGroupOfAQueueIsNamedAfterItUnlessTheUserNamesOne() throws DriverException {
        assertThat(settings(Map.of()).groupOf("orders")).isEqualTo("dyno.orders");
        assertThat(settings(Map.of("kafka.group", "mine")).groupOf("orders")).isEqualTo("mine");
        assertThat(settings(Map.of("kafka.group", "a-{topic}-b")).groupOf("orders"))
                .isEqualTo("a-orders-b");
        assertThat(settings(Map.of("kafka.group-type", "share")).groupOf("orders"))
                .isEqualTo("dyno.orders.share");
        assertThat(settings(Map.of("kafka.group-type", "share", "kafka.group", "mine"))
                        .groupOf("orders"))
                .isEqualTo("mine");
    }

    @Test
    void aShareGroupGetsNoSettingsThatOnlyConsumerGroupsHave() throws DriverException {
        KafkaSettings settings = settings(Map.of(
                "kafka.group-type", "share", "kafka.group.share.delivery.count.limit", "2", "max.poll.records", "10"));
        assertThat(settings.groupSettings).containsExactly(Map.entry("share.delivery.count.limit", "2"));
        assertThat(settings.consumer())
                .containsEntry("share.acknowledgement.mode", "explicit")
                .containsEntry("max.poll.records", "10")
                .doesNotContainKeys(
                        "isolation.level",
                        "auto.offset.reset",
                        "enable.auto.commit",
                        "heartbeat.interval.ms",
                        "session.timeout.ms",
                        "partition.assignment.strategy");
    }

    /** The library polls again when all messages of the last poll are acknowledged. */
    @Test
    void aMemberOfAShareGroupHasTheMessagesOfOnePollAtMost() throws DriverException {
        ConsumerSpec consumer = TestClient.receives(TestClient.queue(), AckMode.INDIVIDUAL);
        KafkaSettings sharing = settings(Map.of("kafka.group-type", "share", "max.poll.records", "10"));
        assertThat(new KafkaClient(sharing, new JdkTime()).ackWindow(consumer))
                .contains(new AckWindow("max.poll.records", 10, false, 1));
        assertThat(new KafkaClient(settings(Map.of("max.poll.records", "10")), new JdkTime()).ackWindow(consumer))
                .isEmpty();
    }

    @Test
    void brokenAfterIsATimeOrNever() throws DriverException {
        assertThat(settings(Map.of()).brokenAfter).contains(Duration.ofSeconds(2));
        assertThat(settings(Map.of("kafka.broken-after", "500ms")).brokenAfter).contains(Duration.ofMillis(500));
        assertThat(settings(Map.of("kafka.broken-after", "never")).brokenAfter).isEmpty();
    }

    @Test
    void userAndPasswordBecomeALogin() throws DriverException {
        Credentials credentials = new Credentials("anna", "a\"b\\c");
        assertThat(settings(URL, Optional.of(credentials), Map.of()).producer())
                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                .containsEntry("sasl.mechanism", "PLAIN")
                .containsEntry(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"anna\""
                                + " password=\"a\\\"b\\\\c\";");
        assertThat(settings(URL, Optional.of(credentials), Map.of("sasl.mechanism", "SCRAM-SHA-512"))
                        .consumer()
                        .get("sasl.jaas.config"))
                .asString()
                .startsWith("org.apache.kafka.common.security.scram.ScramLoginModule required ");
        assertFails(
                () -> settings(URL, Optional.of(credentials), Map.of("sasl.mechanism", "GSSAPI")),
                "sasl.mechanism: GSSAPI; with a user and a password it must be PLAIN, SCRAM-SHA-256 or"
                        + " SCRAM-SHA-512. For others leave these out and give sasl.jaas.config");
    }
}
