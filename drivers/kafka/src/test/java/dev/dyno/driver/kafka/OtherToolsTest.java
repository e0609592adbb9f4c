package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loads of other tools: records of another producer, as {@code kafka-consumer-perf-test} reads them, and files of the
 * OpenMessaging Benchmark.
 */
@Timeout(60)
@Tag("broker")
class OtherToolsTest {

    private static final int RECORDS = 20_000;
    private static final int BYTES = 100;

    private final Destination topic = TestClient.topic();

    /**
     * Writes once every partition answers: if the first of several requests reaches a partition before its leader knows it, and
     * the second afterwards, the broker refuses the first for good (KAFKA-15591).
     */
    private void write(String timestamps, int partitions) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", OnKafka.shared().url("kafka"));
        try (Admin admin = Admin.create(settings)) {
            NewTopic made = new NewTopic(topic.name(), partitions, (short) 1)
                    .configs(Map.of("message.timestamp.type", timestamps));
            admin.createTopics(List.of(made)).all().get(30, TimeUnit.SECONDS);
            Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions)
                    .boxed()
                    .collect(Collectors.toMap(i -> new TopicPartition(topic.name(), i), i -> OffsetSpec.latest()));
            ClusterNode.await(
                    "the end of each partition",
                    30,
                    () -> admin.listOffsets(ends)
                                    .all()
                                    .get(30, TimeUnit.SECONDS)
                                    .size()
                            == partitions);
        }
        Map<String, Object> impatient = new HashMap<>(settings);
        impatient.putAll(Map.of("request.timeout.ms", 10_000, "delivery.timeout.ms", 40_000));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(impatient, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> written = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                written.add(producer.send(new ProducerRecord<>(topic.name(), i % partitions, null, new byte[BYTES])));
            }
            producer.flush();
            for (Future<RecordMetadata> each : written) {
                each.get();
            }
        }
    }

    private RunResult read(String more) {
        return Loads.run(
                OnKafka.spec(Map.of()),
                "{ consumers: { from: " + topic + ", begin: earliest, messages: " + RECORDS + more
                        + " }, phases: { measure: until stopped } }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                CreateTime    | 1 | the record's timestamp, set by the producer (CreateTime)
                LogAppendTime | 3 | the record's timestamp, set by the broker (LogAppendTime)
                """)
    void recordsOfAnotherProducerAreReadFromTheEarliestAndTimedByTheirTimestamp(
            String timestamps, int partitions, String origin) throws Exception {
        write(timestamps, partitions);
        Loads.assertForeign(read(""), RECORDS, BYTES, Optional.of(origin));
    }

    /** A durable subscription is a group: what it has committed is behind it. */
    @Test
    @Tag("nightly")
    void aGroupThatIsNewBeginsWithTheEarliest() throws Exception {
        write("CreateTime", 2);
        RunResult result = read(", subscriptions: 1, count: 2");
        assertThat(result.conditions().orElseThrow().foreign().orElseThrow().messages())
                .isEqualTo(RECORDS);
    }

    @ParameterizedTest
    @CsvSource({"4, 'flush.messages: 1', 1", "8, '# nothing', 9223372036854775807"})
    void eachFileHasTopicsOfItsOwnAsItSays(int partitions, String config, String flushed) {
        Loads.omb(
                // As the command line gives it where a driver has partitions.
                OnKafka.spec(Map.of("kafka.partitions", Integer.toString(partitions))),
                """
                driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver
                replicationFactor: 1
                topicConfig: |
                  %s
                commonConfig: |
                  bootstrap.servers=elsewhere:9092
                consumerConfig: |
                  enable.auto.commit=false
                """.formatted(config),
                Loads.ombWorkload(partitions),
                topic -> {
                    assertThat(topic).matches("test-topic-0000000-[A-Za-z0-9_-]{7}");
                    try (Admin admin = Admin.create(Map.of(
                            "bootstrap.servers", OnKafka.shared().url("kafka").replace("kafka://", "")))) {
                        assertThat(admin.describeTopics(List.of(topic))
                                        .allTopicNames()
                                        .get()
                                        .values())
                                .singleElement()
                                .satisfies(
                                        found -> assertThat(found.partitions()).hasSize(partitions));
                        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
                        assertThat(admin.describeConfigs(List.of(resource))
                                        .all()
                                        .get()
                                        .values())
                                .singleElement()
                                .extracting(found -> found.get("flush.messages").value())
                                .isEqualTo(flushed);
                    }
                });
    }
}
