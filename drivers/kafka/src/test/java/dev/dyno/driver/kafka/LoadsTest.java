package dev.dyno.driver.kafka;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads whose effect the broker shows: order, bodies in its log files, records of another producer as {@code
 * kafka-consumer-perf-test} reads them, and files of the OpenMessaging Benchmark.
 */
@Timeout(60)
@Tag("broker")
class LoadsTest {

    private static final int MESSAGES = 4_000;
    private static final int RECORDS = 20_000;
    private static final int BYTES = 100;

    private final Destination queue = TestClient.queue();
    private final Destination topic = TestClient.topic();

    @ParameterizedTest
    @ValueSource(strings = {"none", "sequence"})
    void messagesOfSeveralPartitionsThatArriveInTheOrderOfEachAreNotReordered(String key) {
        RunResult result = Loads.run(
                OnKafka.spec(Map.of("kafka.partitions", "3", "kafka.key", key)),
                "{ producers: { to: " + queue + ", count: 2, max-pending: 100, messages: 5000 }, consumers: { from: "
                        + queue + " }, phases: { measure: until stopped } }");
        assertCounts(result, "delivered 5000, lost 0, duplicate 0, reordered 0");
        assertThat(result.semantics().facts()).containsEntry("order", "within each of 3 partitions");
    }

    private RunResult run(String compression, String message) {
        RunResult result = Loads.run(OnKafka.spec(Map.of("kafka.topic.compression.type", compression)), """
                    producers: { to: %s, messages: %d, max-pending: 200, message: { %s } }
                    consumers: { from: %1$s }
                    phases: { measure: until stopped }
                    """.formatted(
                        queue, MESSAGES, message));
        assertCounts(result, "delivered " + MESSAGES + ", corrupt 0");
        return result;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files =
                Files.list(OnKafka.shared().broker().data().resolve("data").resolve(queue.name() + "-0"))) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }

    private double bytesAMessage() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            bytes += Files.size(segment);
        }
        return (double) bytes / MESSAGES;
    }

    @ParameterizedTest
    @CsvSource({
        "zstd, size: 1024,                             1024, 60",
        "gzip, 'size: 1024, compressibility: 50%',      512, 60"
    })
    void aMessageTakesWhatItsCompressibilityLeaves(String compression, String message, double bytes, double offset)
            throws IOException {
        RunResult result = run(compression, message);
        assertThat(bytesAMessage()).isCloseTo(bytes, within(offset));
        if (compression.equals("gzip")) {
            assertThat(result.conditions().orElseThrow().gzipRatio().orElseThrow())
                    .isCloseTo(1024 / bytes, within(102 / bytes));
        }
    }

    /** One body for all of a batch of 16 KiB is there once, and 15 heads. */
    @ParameterizedTest
    @CsvSource({
        "zstd,         'size: 1024, payloads: 1',         88, 25",
        "uncompressed, size: 1024,                      1024, 60",
        "gzip,         size: 1024,                      1024, 60",
        "zstd,         'size: 1024, compressibility: 0.5', 512, 60",
        "zstd,         'size: 100, compressibility: 0.5',   50, 10"
    })
    @Tag("nightly")
    void soDoesOneOfOthers(String compression, String message, double bytes, double offset) throws IOException {
        run(compression, message);
        assertThat(bytesAMessage()).isCloseTo(bytes, within(offset));
    }

    @Test
    @Tag("nightly")
    void theBodiesOfTheLogDifferFromOneToTheNext() throws IOException {
        run("zstd", "size: 200, payloads: 1000");
        List<byte[]> bodies = new ArrayList<>();
        for (Path segment : segments()) {
            try (FileRecords log = FileRecords.open(segment.toFile(), false)) {
                for (Record record : log.records()) {
                    byte[] value = new byte[record.valueSize()];
                    record.value().get(value);
                    bodies.add(value);
                }
            }
        }
        // And that of the probe.
        assertThat(bodies).hasSize(MESSAGES + 1);
        assertThat(Loads.payloads(bodies)).hasSize(1_000 + 1);
    }

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
            admin.listOffsets(IntStream.range(0, partitions)
                            .boxed()
                            .collect(Collectors.toMap(
                                    i -> new TopicPartition(topic.name(), i), i -> OffsetSpec.latest())))
                    .all()
                    .get(30, TimeUnit.SECONDS);
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
