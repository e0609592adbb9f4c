package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.driver.Capability;
import dev.dyno.engine.record.ClientNeeds.ProcessLimits;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.Workload;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredCapabilitiesTest {

    private static Set<Capability> capabilities(String names) {
        return Stream.of(names.split(" ", -1)).map(Capability::valueOf).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                to: queue://q, mode: async                       | ASYNC_SEND QUEUES
                to: topic://t, mode: sync                        | TOPICS
                to: [queue://q, topic://t], mode: transacted, commit-interval: 10 | TRANSACTIONS QUEUES TOPICS
                to: queue://q, mode: sync, message: { key: k }   | QUEUES KEYS
                to: queue://q, mode: sync, message: { body: text, persistent: true, priority: 3, ttl: 1ms, group: g, properties: { a: 1 }, id: true, timestamp: true } | QUEUES TEXT_BODIES PERSISTENCE PRIORITIES TIME_TO_LIVE GROUPS PROPERTIES
                """)
    void producersNeedWhatTheyAreToDo(String group, String capabilities) {
        Workload workload = Loads.workload("producers: { " + group + " }");
        assertThat(EndpointSpecs.needs(workload.producers().get(0)))
                .containsExactlyInAnyOrderElementsOf(capabilities(capabilities));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                from: queue://q                            | QUEUES LISTENER
                from: queue://q, ack: dups-ok, mode: poll  | QUEUES RECEIVE
                from: topic://t, subscriptions: 2, durable: true, ack: client, mode: receive, selector: a = 1 | TOPICS SHARED_SUBSCRIPTIONS DURABLE_SUBSCRIPTIONS CLIENT_ACK RECEIVE SELECTORS
                from: queue://q, ack: individual           | QUEUES LISTENER INDIVIDUAL_ACK
                from: queue://q, ack: transacted           | QUEUES LISTENER TRANSACTIONS
                """)
    void consumersNeedWhatTheyAreToDo(String group, String capabilities) {
        Workload workload = Loads.workload("consumers: { " + group + " }");
        assertThat(EndpointSpecs.needs(workload.consumers().get(0)))
                .containsExactlyInAnyOrderElementsOf(capabilities(capabilities));
    }

    private static Workload workload(String producers, String consumers) {
        return Loads.workload("producers: { to: queue://q, " + producers + " }\nconsumers: { from: queue://q, "
                + consumers + " }\nphases: { measure: 1s }\n");
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
        Workload connecting = Loads.workload(
                "{ producers: { to: queue://q, count: 4, messages: 2000, connect-only: true }, phases: { measure: 1s } }");
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
