package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlOverride;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static WorkloadFile good(String text) {
        WorkloadFile file = WorkloadFile.of("omb.yaml", text);
        assertThat(file.problems()).isEmpty();
        return file;
    }

    private static void assertProblem(WorkloadFile file, String words) {
        assertThat(file.problems()).singleElement().asString().contains(words);
    }

    @Test
    void everyFieldFindsItsPlace() {
        WorkloadFile file = good(file(10, 3, 100, 2, 4, 5, 50_000) + """
                warmupDurationMinutes: 2
                keyDistributor: KEY_ROUND_ROBIN
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 1000
                producerRateList: [1, 2]
                """);
        assertThat(file.partitions()).contains(3);
        assertThat(file.notes()).containsExactly("producerRateList is not known here and left out");
        Workload workload = file.workload();
        assertThat(workload.name()).isEqualTo("shape");
        assertThat(workload.phases().warmup()).isEqualTo(Duration.ofMinutes(2));
        assertThat(workload.phases().duration()).isEqualTo(Duration.ofMinutes(17));
        ProducerGroup producers = workload.producers().get(0);
        assertThat(producers.size()).isEqualTo(50);
        assertThat(producers.message().payloads()).isEqualTo(new Payloads.Made(1_000, 0.5));
        assertThat(producers.message().keys()).contains(new KeyDistribution.Sequence(10_000));
        ConsumerGroup consumers = workload.consumers().get(0);
        assertThat(consumers.sharedSubscriptions()).isEqualTo(2);
        assertThat(consumers.perSubscription()).isEqualTo(4);
        assertThat(consumers.durable()).isTrue();
    }

    @Test
    void noProducersOrNoConsumersAreASideAlone() {
        WorkloadFile consumers = good(file(1, 1, 100, 1, 2, 0, 0));
        assertThat(consumers.workload().producers()).isEmpty();
        assertThat(consumers.workload().consumers()).hasSize(1);
        assertThat(consumers.settings().freshNames()).isFalse();
        for (String producers : List.of(file(1, 1, 100, 0, 1, 1, 10), file(1, 1, 100, 1, 0, 1, 10))) {
            WorkloadFile file = good(producers);
            assertThat(file.workload().consumers()).isEmpty();
            assertThat(file.workload().producers()).hasSize(1);
            assertThat(file.settings().freshNames()).isTrue();
        }
        assertProblem(
                WorkloadFile.of("omb.yaml", file(1, 1, 100, 0, 0, 0, 10)),
                "producersPerTopic: 0; there must be producers or consumers.");
    }

    @Test
    void keysComeInTurnOrAtRandomOrNotAtAll() {
        assertThat(keys("RANDOM_NANO")).contains(new KeyDistribution.Uniform(10_000));
        assertThat(keys("NO_KEY")).isEmpty();
        assertProblem(
                WorkloadFile.of("omb.yaml", file(1, 1, 100, 1, 1, 1, 1) + "keyDistributor: NONE\n"),
                "keyDistributor: NONE; must be one of NO_KEY, KEY_ROUND_ROBIN, RANDOM_NANO.");
    }

    private static Optional<KeyDistribution> keys(String distributor) {
        String text = file(1, 1, 100, 1, 1, 1, 1) + "keyDistributor: " + distributor + "\n";
        return good(text).workload().producers().get(0).message().keys();
    }

    @Test
    void aBacklogIsDrainedWhileProducersContinue() {
        WorkloadFile file =
                good(file(1, 1, 1024, 1, 1, 1, 1_048_576).replace("BacklogSizeGB: 0", "BacklogSizeGB: 100"));
        assertThat(file.workload().phases().backlog())
                .contains(new Backlog(
                        new Backlog.Size(Backlog.Measure.BYTES, 100L << 30),
                        Duration.ofDays(1),
                        true,
                        Optional.of(1_000L),
                        true));
        assertThat(file.workload().phases().duration()).isEqualTo(Duration.ofMinutes(16));
        assertThat(file.workload().consumers().get(0).durable()).isTrue();
        assertThat(file.notes())
                .containsExactly(
                        "payloadFile: payload/payload-1Kb.data was not found here or beside the workload; bodies"
                                + " are random bytes");
    }

    @Test
    void ofABacklogTheRatioIsDrained() {
        String ratio = file(1, 1, 1024, 1, 1, 1, 1_000).replace("GB: 0", "GB: 1\nbacklogDrainRatio: 0.75");
        assertThat(good(ratio).workload().phases().backlog().flatMap(Backlog::left))
                .contains((1L << 20) / 4);
        assertProblem(WorkloadFile.of("omb.yaml", ratio.replace("0.75", "75")), "backlogDrainRatio: 75; must be");
    }

    @Test
    void randomPayloadsAreAsManyAndAsRandomAsAsked() {
        assertThat(payloads("randomBytesRatio: 0.3, randomizedPayloadPoolSize: 7"))
                .isEqualTo(new Payloads.Made(7, 0.7));
        assertThat(payloads("randomizedPayloadPoolSize: 7")).isEqualTo(new Payloads.Made(7, 1));
        assertProblem(
                read(1_000_000, "useRandomizedPayloads: true, randomizedPayloadPoolSize: 10000"),
                "randomizedPayloadPoolSize: 10000; they must fit into 1GiB of memory.");
        assertThat(read(100, "useRandomizedPayloads: true, randomizedPayloadPoolSize: 0, randomBytesRatio: 2")
                        .problems())
                .hasSize(2);
    }

    private static WorkloadFile read(int size, String more) {
        return WorkloadFile.of(
                "omb.yaml", file(1, 1, size, 1, 1, 1, 1).replace("consumerBacklogSizeGB: 0", more.replace(", ", "\n")));
    }

    private static Payloads payloads(String more) {
        WorkloadFile file = read(100, "useRandomizedPayloads: true, " + more);
        assertThat(file.problems()).isEmpty();
        assertThat(file.notes()).isEmpty();
        return file.workload().producers().get(0).message().payloads();
    }

    @Test
    void aPayloadFileIsTheBodyIfItHasTheSize(@TempDir Path folder) throws IOException {
        Path payload = Files.write(
                Files.createDirectory(folder.resolve("payload")).resolve("payload-1Kb.data"), new byte[1024]);
        Path workloads = Files.createDirectory(folder.resolve("workloads"));
        Path right = Files.writeString(workloads.resolve("right.yaml"), file(1, 1, 1024, 1, 1, 1, 1));
        Path wrong = Files.writeString(workloads.resolve("wrong.yaml"), file(1, 1, 100, 1, 1, 1, 1));
        WorkloadFile file = WorkloadFile.read(right);
        assertThat(file.problems()).isEmpty();
        assertThat(file.notes()).containsExactly("payloadFile: the head that Dyno checks replaces the first 48 bytes");
        assertThat(file.workload().producers().get(0).message().payloads()).isEqualTo(Payloads.FromFiles.read(payload));
        assertProblem(
                WorkloadFile.read(wrong),
                "payloadFile: payload/payload-1Kb.data; has 1024 bytes, must have as many as messageSize says.");
    }

    @Test
    void aPayloadFileThatAnOptionGivesIsTakenInItsPlaceAndNotInThatOfRandomPayloads(@TempDir Path folder)
            throws IOException {
        Path payload = Files.write(folder.resolve("own.data"), new byte[1024]);
        List<YamlOverride> option =
                List.of(new YamlOverride("--payload-file", MessageSettings.PAYLOAD_FILE.path(), payload.toString()));
        String text = file(1, 1, 100, 1, 1, 1, 1);
        WorkloadFile file = WorkloadFile.read(Files.writeString(folder.resolve("omb.yaml"), text), option);
        assertThat(file.problems()).isEmpty();
        assertThat(file.notes()).isEmpty();
        assertThat(file.workload().producers().get(0).message().payloads()).isEqualTo(Payloads.FromFiles.read(payload));
        Path random = Files.writeString(folder.resolve("random.yaml"), text + "useRandomizedPayloads: true\n");
        assertProblem(
                WorkloadFile.read(random, option),
                "useRandomizedPayloads: contradicts --payload-file; leave one of them out.");
    }

    @Test
    void aDistributionOfSizesIsTakenByTheMiddlesOfItsRanges() {
        WorkloadFile file = good(file(1, 1, 1, 1, 1, 1, 1)
                .replace("messageSize: 1", "messageSizeDistribution: { \"0-256\": 234, \"1KB-4KB\": 10 }"));
        assertThat(file.workload().producers().get(0).message().sizes())
                .isEqualTo(SizeDistribution.parse("128:234, 2560:10"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                messageSize: 100 | messageSizeDistribution: { 1KB: many }  | many; must be a whole number of at least 1.
                messageSize: 100 | messageSizeDistribution: { 1KB: 0.5 }   | 0.5; must be a whole number of at least 1.
                messageSize: 100 | messageSizeDistribution: { 1KB: 99999999999 } | 99999999999; must be a whole number of at least 1.
                messageSize: 100 | messageSizeDistribution: { 1KB-4GB: 1 } | 4GB; must be less than 2GiB.
                messageSize: 100 | messageSizeDistribution: { 4GB: 1 }     | 4GB; must be less than 2GiB.
                producerRate: 1 | producerRate: 2000000000 | 2000000000; must be a whole number from 0 to 1000000000.
                """)
    void aNumberThatCannotBeIsRefusedInOneSentence(String before, String line, String sentence) {
        assertProblem(
                WorkloadFile.of("n.yaml", file(1, 1, 100, 1, 1, 1, 1).replaceFirst("(?m)^" + before + "$", line)),
                line.substring(0, line.indexOf(':')) + ": " + sentence + "\n");
    }

    @Test
    void noRateIsAllThatTheBrokerHolds() {
        WorkloadFile file = good(file(1, 16, 1024, 1, 1, 1, 0));
        assertThat(file.notes())
                .startsWith(
                        "producerRate: 0 is 100% of held: a search before the load finds the highest rate that holds");
        assertThat(file.workload().producers().get(0).load()).isEqualTo(new OfHeld(100, ArrivalProcess.REGULAR));
    }

    /** From the shapes that the tool ships: topics, partitions, bytes, subscriptions, producers and consumers, rate, minutes, GB. */
    @ParameterizedTest
    @CsvSource({
        "10, 16, 100, 1, 1, 1000000, 15, 0",
        "1, 3, 100, 1, 3, 0, 15, 0",
        "100, 1, 1024, 3, 1, 150000, 240, 0",
        "1, 16, 1024, 1, 1, 100000, 5, 100",
        "500, 1, 65536, 1, 1, 10000000, 15, 0",
        "1000000, 1, 1024, 1, 4, 2000000, 5, 0"
    })
    void theShapesThatItShipsAreRead(
            int topics, int partitions, int bytes, int subscriptions, int perTopic, long rate, int minutes, int gb) {
        String text = file(topics, partitions, bytes, subscriptions, perTopic, perTopic, rate)
                        .replace("BacklogSizeGB: 0", "BacklogSizeGB: " + gb)
                        .replace("Minutes: 15", "Minutes: " + minutes)
                + """
                keyDistributor: "NO_KEY"
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 1000
                """;
        WorkloadFile read = good(text);
        assertThat(read.partitions()).contains(partitions);
        Workload workload = read.workload();
        ProducerGroup producers = workload.producers().get(0);
        assertThat(producers.size()).isEqualTo(topics * perTopic);
        assertThat(producers.load())
                .isEqualTo(
                        rate == 0
                                ? new OfHeld(100, ArrivalProcess.REGULAR)
                                : LoadShape.parse("constant " + rate + "/s"));
        assertThat(producers.message().sizes()).isEqualTo(SizeDistribution.fixed(bytes));
        assertThat(producers.destinations())
                .hasSize(topics)
                .startsWith(Destination.parse("topic://test-topic-0000000"))
                .endsWith(Destination.parse("topic://test-topic-%07d".formatted(topics - 1)));
        ConsumerGroup consumers = workload.consumers().get(0);
        assertThat(consumers.destinations()).isEqualTo(producers.destinations());
        assertThat(consumers.sharedSubscriptions()).isEqualTo(subscriptions);
        assertThat(consumers.perSubscription()).isEqualTo(perTopic);
        assertThat(workload.phases().backlog().isEmpty()).isEqualTo(gb == 0);
        assertThat(workload.phases().duration()).isEqualTo(Duration.ofMinutes(minutes + 1L));
    }
}
