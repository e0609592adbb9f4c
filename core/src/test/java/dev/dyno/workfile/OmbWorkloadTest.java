package dev.dyno.workfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.pace.Load;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.SizeDistribution;
import dev.dyno.workload.Workload;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Workload files of the OpenMessaging Benchmark: written here from its parameters, none copied. */
class OmbWorkloadTest {

    private static String file(
            int topics, int partitions, int size, int subscriptions, int consumers, int producers, long rate) {
        return """
                name: shape
                topics: %d
                partitionsPerTopic: %d
                messageSize: %d
                payloadFile: "payload/payload-1Kb.data"
                subscriptionsPerTopic: %d
                consumerPerSubscription: %d
                producersPerTopic: %d
                producerRate: %d
                consumerBacklogSizeGB: 0
                testDurationMinutes: 15
                """.formatted(topics, partitions, size, subscriptions, consumers, producers, rate);
    }

    @Test
    void everyFieldFindsItsPlace() {
        WorkloadFile file = WorkloadFile.of("omb.yaml", file(10, 3, 100, 2, 4, 5, 50_000) + """
                warmupDurationMinutes: 2
                keyDistributor: KEY_ROUND_ROBIN
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 1000
                producerRateList: [1, 2]
                """);
        assertThat(file.problems()).isEmpty();
        assertThat(file.partitions()).contains(3);
        assertThat(file.notes())
                .containsExactly(
                        "payloadFile: messages have its size, and a content that Dyno can check",
                        "useRandomizedPayloads: every payload here is random, but for the head that Dyno checks",
                        "keyDistributor KEY_ROUND_ROBIN: the driver makes the keys; see its settings, like kafka.key",
                        "producerRateList is not known here and left out");
        Workload workload = file.workload();
        assertThat(workload.name()).isEqualTo("shape");
        assertThat(workload.phases().warmup()).isEqualTo(Duration.ofMinutes(2));
        assertThat(workload.phases().duration()).isEqualTo(Duration.ofMinutes(17));
        ProducerGroup producers = workload.producers().get(0);
        assertThat(producers.destinations()).hasSize(10).startsWith(Destination.parse("topic://test-topic-0000000"));
        assertThat(producers.size()).isEqualTo(50);
        assertThat(producers.load()).isEqualTo(Load.parse("constant 50000/s"));
        assertThat(producers.message().sizes()).isEqualTo(new SizeDistribution.Fixed(100));
        ConsumerGroup consumers = workload.consumers().get(0);
        assertThat(consumers.sharedSubscriptions()).isEqualTo(2);
        assertThat(consumers.perSubscription()).isEqualTo(4);
        assertThat(consumers.destinations()).isEqualTo(producers.destinations());
    }

    @Test
    void aBacklogIsBuiltByConsumersThatStartLater() {
        WorkloadFile file = WorkloadFile.of(
                "backlog.yaml", file(1, 1, 1024, 1, 1, 1, 1_048_576).replace("BacklogSizeGB: 0", "BacklogSizeGB: 100"));
        assertThat(file.problems()).isEmpty();
        // 1 GiB a second.
        assertThat(file.workload().consumers().get(0).span().start()).isEqualTo(Duration.ofSeconds(100));
        assertThat(file.workload().phases().duration())
                .isEqualTo(Duration.ofMinutes(16).plusSeconds(100));
        assertThat(file.notes())
                .contains(
                        "consumerBacklogSizeGB: the consumers start after 100s, when 100 GiB have been sent at the rate");
    }

    @Test
    void aDistributionOfSizesIsTakenByTheMiddlesOfItsRanges() {
        WorkloadFile file = WorkloadFile.of(
                "sizes.yaml",
                file(1, 1, 1, 1, 1, 1, 1)
                        .replace("messageSize: 1", "messageSizeDistribution: { \"0-256\": 234, \"1KB-4KB\": 10 }"));
        assertThat(file.problems()).isEmpty();
        assertThat(file.workload().producers().get(0).message().sizes())
                .isEqualTo(SizeDistribution.parse("128:234, 2560:10"));
    }

    @Test
    void theSearchForTheHighestRateIsRefused() {
        assertThat(WorkloadFile.of("max.yaml", file(1, 16, 1024, 1, 1, 1, 0)).problems())
                .extracting(Object::toString)
                .containsExactly(
                        "max.yaml:9:15: producerRate: 0; the search for the highest rate is not built yet. Give the rate to be"
                                + " held, in messages a second.\n    producerRate: 0\n                  ^");
    }

    /** All its shapes but the searches: topics, partitions, size, subscriptions, consumers, producers, rate. */
    @TestFactory
    Stream<DynamicTest> everyShapeItShipsIsRead() {
        Stream<int[]> million = IntStream.of(1, 2, 3, 4, 6, 9, 16)
                .mapToObj(partitions -> new int[] {10, partitions, 100, 1, 1, 1, 1_000_000});
        Stream<int[]> one = IntStream.of(1, 16).boxed().flatMap(partitions -> IntStream.of(100, 1024)
                .mapToObj(size -> new int[] {1, partitions, size, 1, 1, 1, 50_000}));
        Stream<int[]> others =
                Stream.of(new int[] {1, 10, 1024, 1, 1, 1, 10_000}, new int[] {100, 1, 1024, 3, 1, 1, 150_000});
        Stream<int[]> manyTopics = IntStream.of(1, 5, 10, 20, 50, 100, 200, 500)
                .mapToObj(topics -> new int[] {topics, 1, 1024, 1, 1, 1, 10_000_000});
        Stream<int[]> veryMany = IntStream.of(100, 500, 1_000, 10_000, 100_000, 1_000_000)
                .boxed()
                .flatMap(topics ->
                        IntStream.of(500_000, 2_000_000).mapToObj(rate -> new int[] {topics, 1, 1024, 1, 4, 4, rate}));
        return Stream.of(million, one, others, manyTopics, veryMany)
                .flatMap(shapes -> shapes)
                .map(s -> DynamicTest.dynamicTest(
                        s[0] + " topics, " + s[1] + " partitions, " + s[2] + " B, " + s[6] + "/s", () -> {
                            WorkloadFile file =
                                    WorkloadFile.of("shape.yaml", file(s[0], s[1], s[2], s[3], s[4], s[5], s[6]));
                            assertThat(file.problems()).isEmpty();
                            Workload workload = file.workload();
                            assertThat(workload.producers().get(0).size()).isEqualTo(s[0] * s[5]);
                            assertThat(workload.consumers().get(0).destinations())
                                    .hasSize(s[0]);
                            assertThat(workload.producers().get(0).load())
                                    .isEqualTo(Load.parse("constant " + s[6] + "/s"));
                        }));
    }
}
