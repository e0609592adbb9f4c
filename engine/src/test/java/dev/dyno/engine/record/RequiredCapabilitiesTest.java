package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.record.ClientNeeds.ProcessLimits;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.Samples;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredCapabilitiesTest {

    private static final Destination QUEUE = Destination.parse("q");

    private static ProducerGroup producers(SendMode mode, MessageTemplate message, Destination... destinations) {
        return ProducerGroup.of(List.of(destinations), message, parts -> parts.mode = mode);
    }

    private static MessageTemplate plain() {
        return MessageTemplate.plain(SizeDistribution.fixed(100));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                ASYNC      | q               | ASYNC_SEND QUEUES
                SYNC       | topic://t       | TOPICS
                TRANSACTED | q topic://t     | TRANSACTIONS QUEUES TOPICS
                """)
    void plainProducersNeedLittle(SendMode mode, String destinations, String capabilities) {
        Destination[] to =
                Stream.of(destinations.split(" ", -1)).map(Destination::parse).toArray(Destination[]::new);
        assertThat(EndpointSpecs.needs(producers(mode, plain(), to)))
                .containsExactlyInAnyOrderElementsOf(capabilities(capabilities));
    }

    private static Set<Capability> capabilities(String names) {
        return Stream.of(names.split(" ", -1)).map(Capability::valueOf).collect(Collectors.toSet());
    }

    @Test
    void eachPropertyOfAMessageIsANeed() {
        MessageTemplate message = Samples.changed(
                plain(),
                Map.of(
                        "body",
                        BodyType.TEXT,
                        "persistent",
                        true,
                        "priority",
                        Optional.of(3),
                        "timeToLive",
                        Duration.ofMillis(1),
                        "group",
                        Optional.of("g"),
                        "properties",
                        Map.of("a", 1L),
                        "messageId",
                        true,
                        "timestamp",
                        true));
        assertThat(EndpointSpecs.needs(producers(SendMode.SYNC, message, QUEUE)))
                .containsExactlyInAnyOrder(
                        Capability.QUEUES,
                        Capability.TEXT_BODIES,
                        Capability.PERSISTENCE,
                        Capability.PRIORITIES,
                        Capability.TIME_TO_LIVE,
                        Capability.GROUPS,
                        Capability.PROPERTIES);
    }

    @Test
    void keysAreANeedOfTheirOwn() {
        MessageTemplate keyed = Samples.changed(plain(), Map.of("keys", Optional.of(new KeyDistribution.Fixed("k"))));
        assertThat(EndpointSpecs.needs(producers(SendMode.SYNC, keyed, QUEUE)))
                .containsExactlyInAnyOrder(Capability.QUEUES, Capability.KEYS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                q         | 0 | false | AUTO       | LISTENER |       | QUEUES LISTENER
                q         | 0 | false | DUPS_OK    | POLL     |       | QUEUES RECEIVE
                topic://t | 2 | true  | CLIENT     | RECEIVE  | a = 1 | TOPICS SHARED_SUBSCRIPTIONS DURABLE_SUBSCRIPTIONS CLIENT_ACK RECEIVE SELECTORS
                q         | 0 | false | INDIVIDUAL | LISTENER |       | QUEUES LISTENER INDIVIDUAL_ACK
                q         | 0 | false | TRANSACTED | LISTENER |       | QUEUES LISTENER TRANSACTIONS
                """)
    void consumersNeedWhatTheyAreToDo(
            String from,
            int shared,
            boolean durable,
            AckMode ack,
            Mode mode,
            @Nullable String selector,
            String capabilities) {
        ConsumerGroup group = ConsumerGroup.of(List.of(Destination.parse(from)), parts -> {
            parts.sharedSubscriptions = shared;
            parts.durable = durable;
            parts.ack = ack;
            parts.mode = mode;
            parts.selector = Optional.ofNullable(selector);
        });
        assertThat(EndpointSpecs.needs(group)).containsExactlyInAnyOrderElementsOf(capabilities(capabilities));
    }

    private static Workload workload(String producers, String consumers) {
        return WorkloadFile.of(
                        "w.yaml",
                        "producers: { to: queue://q, " + producers + " }\nconsumers: { from: queue://q, " + consumers
                                + " }\nphases: { measure: 1s }\n")
                .workload();
    }

    private static ProcessLimits files(long files) {
        return new ProcessLimits(OptionalLong.of(files), Long.MAX_VALUE);
    }

    private static List<String> missing(Workload workload, int filesEach, ProcessLimits limits) {
        return new ClientNeeds(workload, Share.WHOLE, filesEach, filesEach).missing(limits);
    }

    /** Files for each connection, and files that this process may have, if that is known. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                count: 10                    | 4 | 256     |
                count: 100000                | 4 |         |
                count: 1000                  | 1 | 1000000 |
                count: 1000, connections: 10 | 4 | 256     |
                count: 1000                  | 4 | 256     | 1,000 producers and 1,000 consumers with 2,000 connections need about 8,100 open files, and this process may have 256; raise that with ulimit -n 8192, or have fewer clients or let them share connections.
                """)
    void tooFewFilesAreASentenceWithItsMend(
            String group, int filesEach, @Nullable Long files, @Nullable String problem) {
        ProcessLimits limits = files == null ? new ProcessLimits(OptionalLong.empty(), 1) : files(files);
        assertThat(missing(workload(group, group), filesEach, limits))
                .isEqualTo(Stream.ofNullable(problem).toList());
    }

    @Test
    void aMessageThatIsAConnectionNeedsOne() {
        Workload connecting = WorkloadFile.of(
                        "w.yaml",
                        "{ producers: { to: queue://q, count: 4, messages: 2000, connect-only: true }, phases: { measure: 1s } }")
                .workload();
        assertThat(missing(connecting, 1, files(256)))
                .singleElement(STRING)
                .startsWith("4 producers with 2,000 connections need about 2,100 open files");
    }

    @Test
    void limitsOfThisProcessAreRead() {
        ProcessLimits.ofThisProcess().files().ifPresent(files -> assertThat(files)
                .isGreaterThan(100));
    }

    @Test
    void aWorkerNeedsWhatItsShareNeeds() {
        Workload many = workload("count: 1000", "count: 1000");
        assertThat(new ClientNeeds(many, Share.both(new Slice(3, 4)), 1, 1).missing(files(700)))
                .isEmpty();
        assertThat(new ClientNeeds(many, Share.both(new Slice(1, 2)), 1, 1).missing(files(700)))
                .singleElement(STRING)
                .startsWith("500 producers and 500 consumers with 1,000 connections need about 1,100 open files");
    }

    /** One of two processors is for all else. */
    @Test
    void aProcessorIsLeftBesideThreadsThatSpin() {
        ProcessLimits two = new ProcessLimits(OptionalLong.empty(), 1);
        String spinning = "count: 3, rate: 100/s, spin: true, threads: ";
        assertThat(missing(workload(spinning + 1, "count: 1"), 1, two)).isEmpty();
        assertThat(missing(workload(spinning + 2, "count: 1"), 1, two))
                .containsExactly(
                        "2 threads that send would spin, and the processors here allow 1: one is left for all else."
                                + " Leave spin out, or have fewer threads that send.");
    }
}
