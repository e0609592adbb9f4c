package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.send.Payload;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that lie in the destinations before a run begins, from other runs and other programs. */
class LeftoversTest extends SimulatedRun {

    private static final Destination QUEUE = Destination.parse("queue://TEST");
    private static final long OTHER_RUN = 99;

    private static final int MESSAGES = 1_500;

    /** Puts messages into the queue. */
    private static void leave(Client client, Stream<ByteBuffer> bodies) throws DriverException {
        try (ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}));
                Producer producer = connection.createProducer(
                        ProducerSpecs.plain(QUEUE, SendMode.SYNC, 1, false), (token, failure) -> {})) {
            for (ByteBuffer body : bodies.toList()) {
                producer.send(body);
            }
        }
    }

    /** Message of a run: of producer 0. */
    private static ByteBuffer message(long runId, long sequence) {
        Payload payload = new Payload(SizeDistribution.fixed(100), BodyType.BYTES, 1);
        ByteBuffer body = payload.body();
        Envelope.prepare(body, HostClock.ID, 0, false, runId);
        new Envelope().write(body, sequence, 0, 0, 0, payload.crcOfRest(100));
        return body;
    }

    private static void leave(Client client, long runId, LongStream sequences) throws DriverException {
        leave(client, sequences.mapToObj(sequence -> message(runId, sequence)));
    }

    /** Leaves a number of messages that are none of Dyno's. */
    private static void leaveGarbage(Client client, int count) throws DriverException {
        leave(client, IntStream.range(0, count).mapToObj(ByteBuffer::allocate));
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 1, 1", "AUTO, 1, 4", "CLIENT, 7, 3",
        "INDIVIDUAL, 1, 2", "TRANSACTED, 7, 1", "TRANSACTED, 1000, 3"
    })
    void theyAreRemovedBeforeTheLoadAndCountForNothing(AckMode ack, int commitInterval, int consumers) {
        simulation.before = client -> {
            leave(client, OTHER_RUN, LongStream.range(0, 500));
            leaveGarbage(client, 20);
        };
        RunResult result = run(
                "load constant 100/s; ack %s; consumerCommitInterval %s; consumers %s", ack, commitInterval, consumers);
        assertCounts(result, "success, received 1_000");
        assertThat(result.ledger())
                .isEqualTo(new LedgerCounts(1_000, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true));
        assertThat(simulation.notes)
                .containsExactly("520 messages that others had left were removed from the destinations");
        assertThat(simulation.truth().redelivered()).isZero();
        assertThat(simulation.truth().delivered()).isEqualTo(1_521);
    }

    @Test
    void theyDoNotEndARunEarly() {
        simulation.before = client -> leave(client, OTHER_RUN, LongStream.range(0, 500));
        simulation.set("load constant 100/s; duration 0s; consumerMessageCount 300");
        assertCounts(simulation.run(), "received 300, sent 300");
    }

    @Test
    void thoseThatComeDuringTheLoadAreStaleAndNothingElse() {
        simulation.before = client -> leave(client, OTHER_RUN, LongStream.range(0, 500));
        // Nothing is fetched before the load, so nothing is removed.
        RunResult result = run("load constant 100/s; consumerSpan 2s");
        assertThat(simulation.notes).isEmpty();
        assertThat(result.totals().received()).isEqualTo(1_000);
        assertThat(result.ledger())
                .isEqualTo(new LedgerCounts(1_000, 1_000, 0, 0, 0, 0, 0, 500, 0, 0, 0, 0, 0, 0, true, true));
    }

    @Test
    void aLongBacklogDoesNotMakeTheProbeLate() {
        // One each second for 25 s; a probe alone may take 10 s.
        ScriptedDriver driver = simulation.scripted();
        driver.send = (producer, body) -> {
            ByteBuffer probe = ScriptedDriver.copy(body);
            for (int i = 1; i <= 25; i++) {
                simulation.at(i * 1_000_000_000L, () -> driver.deliver(ByteBuffer.allocate(3)));
            }
            simulation.at(25_500_000_000L, () -> driver.deliver(probe));
        };
        simulation.constant(100, 1);
        assertCounts(simulation.run(), "success, received 100");
        assertThat(simulation.notes)
                .containsExactly("25 messages that others had left were removed from the destinations");
    }

    @Test
    void whatOtherConsumersStillFetchIsWaitedFor() {
        ScriptedDriver driver = simulation.scripted();
        driver.send = (producer, body) -> {
            driver.deliver(ByteBuffer.allocate(3));
            driver.deliver(body);
            for (int i = 1; i <= 10; i++) {
                simulation.at(i * 50_000_000L, () -> driver.deliver(ByteBuffer.allocate(3)));
            }
        };
        RunResult result = run("load constant 100/s; duration 1s");
        assertThat(result.ledger().corrupt()).isZero();
        assertThat(simulation.notes)
                .containsExactly("11 messages that others had left were removed from the destinations");
    }

    @Test
    void aConsumerAloneTakesThemForWhatTheyAre() {
        simulation.before = client -> {
            leave(client, 1, LongStream.of(0, 1, 2, 3, 5, 5));
            leave(client, 2, LongStream.of(0, 1));
            // The last byte was changed on its way.
            ByteBuffer damaged = message(2, 2);
            leave(client, Stream.of(damaged.put(99, (byte) ~damaged.get(99))));
            leaveGarbage(client, 3);
        };
        RunResult result = run("produce false; duration 2s");
        assertThat(result.totals().received()).isEqualTo(10);
        assertThat(result.ledger()).isEqualTo(new LedgerCounts(8, 7, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, true, true));
        // Bodies of 0, 1 and 2 bytes; the simulated broker has no timestamps.
        assertThat(result.conditions().orElseThrow().foreign()).contains(new ForeignMessages(3, 3, 0, List.of()));
        assertThat(reasons(result)).contains("messages-corrupt", "sequence-gaps", "several-runs");
        assertThat(findings(result)).contains("messages-duplicated").doesNotContain("messages-lost");
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(simulation.time.nanoTime()).isEqualTo(2_000_000_000L);
    }

    /** Two consumers without producers, which both get the messages during the load. */
    private static Simulation consumersAlone(String destination, ByteBuffer... bodies) {
        Simulation simulation = new Simulation().set("produce false; consumers 2; duration 3s");
        simulation.destinations = List.of(Destination.parse(destination));
        ScriptedDriver driver = simulation.scripted();
        driver.messagesLeft = () -> OptionalLong.of(0);
        for (ByteBuffer body : bodies) {
            simulation.at(2_000_000_000L, () -> driver.deliver(body));
        }
        return simulation;
    }

    /** The same of two workers with a consumer each. */
    private static RunResult consumersOfTwoWorkers(String destination, ByteBuffer... bodies) {
        return SimulatedGroup.run(
                2, consumersAlone(destination), i -> consumersAlone(destination, bodies), new Simulation());
    }

    @Test
    void whatOtherProgramsSendToTwoWorkersIsInNoAccount() {
        ByteBuffer garbage = ByteBuffer.allocate(3);
        RunResult result = consumersOfTwoWorkers("queue://TEST", garbage);
        assertThat(result.conditions().orElseThrow().foreign()).contains(new ForeignMessages(2, 6, 0, List.of()));
        assertThat(result.ledger())
                .isEqualTo(consumersAlone("queue://TEST", garbage).run().ledger());
        assertThat(result.ledger().lossKnown()).isFalse();
    }

    /** Each consumer misses message 1 of its own subscription, which nobody else can have taken. */
    @Test
    void gapsInSubscriptionsOfTwoWorkersAreLossesAsInOneProcess() {
        ByteBuffer[] bodies = {message(1, 0), message(1, 2)};
        RunResult result = consumersOfTwoWorkers("topic://TEST", bodies);
        assertCounts(result, "expected 6, delivered 4, lost 2, fateUnknown 0");
        assertThat(result.ledger())
                .isEqualTo(consumersAlone("topic://TEST", bodies).run().ledger());
    }

    @Test
    void messagesOfAnotherHostsClockAreNotTimedByTwoWorkersEither() {
        ByteBuffer body = message(1, 0);
        Envelope.prepare(body, (short) (HostClock.ID + 1), 0, false, 1);
        new Envelope().write(body, 0, 0, 0, 0, body.getInt(40));
        RunResult result = consumersOfTwoWorkers("topic://TEST", body);
        assertCounts(result, "received 2, foreignClock 2, delivered 2");
        assertThat(result.latencies().get(Latency.END_TO_END)).isEmpty();
        assertThat(result.latencies().get(Latency.TRANSFER)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void consumersAloneTakeNoMoreThanTheirCount(ConsumerGroup.Mode mode) {
        simulation.before = client -> leave(client, 1, LongStream.range(0, 110));
        simulation.set("produce false; duration 0s; receiveMode %s; consumers 3; consumerMessageCount 100", mode);
        assertThat(simulation.runInRealTime().totals().received()).isEqualTo(100);
        assertThat(simulation.truth().delivered()).isEqualTo(100);
    }

    /** Five messages come twice, so that 100 of the 105 messages take 105 deliveries. */
    @ParameterizedTest
    @EnumSource
    void consumersAloneTakeTheirCountOfMessagesHoweverOftenSomeCome(ConsumerGroup.Mode mode) {
        simulation.before =
                client -> leave(client, 1, LongStream.concat(LongStream.range(0, 5), LongStream.range(0, 105)));
        simulation.set("produce false; duration 0s; receiveMode %s; consumers 3; consumerMessageCount 100", mode);
        assertCounts(simulation.runInRealTime(), "received 100, duplicate 5");
        assertThat(simulation.truth().delivered()).isEqualTo(105);
    }

    @Test
    void whatAnotherConsumerMayHaveTakenIsNotCalledLost() {
        // The first hundred went to somebody else.
        simulation.before = client -> leave(client, 1, LongStream.range(100, 110));
        RunResult result = run("produce false; duration 0s; consumerMessageCount 10");
        assertCounts(result, "delivered 10, lost 0, fateUnknown 100");
        assertThat(reasons(result)).contains("sequence-gaps");
    }

    // A run that only produces, and after it one that only consumes, on virtual time. The first sends 1,500
    // messages, one each 10 ms. The other one takes 10 ms for each message, so that all have waited for equally
    // long: from the start of the one load to the start of the other.

    private RunResult consumeLater(int warmupSeconds) {
        simulation.constant(100, 15);
        simulation.before = client -> {
            simulation.consume = false;
            assertThat(simulation.runner().run().totals().acknowledged()).isEqualTo(MESSAGES);
            simulation.intervals.clear();
            simulation.set("consume true; produce false; warmup %ss; duration 20s; thinkTime 10ms", warmupSeconds);
        };
        return simulation.run();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void whatWaitedInTheBrokerCountsFromItsOwnIntendedTime(int warmupSeconds) {
        RunResult result = consumeLater(warmupSeconds);
        long producedNs = simulation.begins.get(0);
        long consumedNs = simulation.begins.get(1) - warmupSeconds * SECOND;
        long waitedNs = consumedNs - producedNs;
        assertThat(waitedNs).isBetween(15 * SECOND - 10 * MS, 15 * SECOND + 10 * MS);
        assertThat(result.totals().received()).isEqualTo(MESSAGES);
        // It belongs to the phase in which it came: it was due in none of this load.
        Latencies warmup = new Latencies();
        simulation.intervals.stream().map(Interval::warmupLatencies).forEach(warmup::add);
        int inWarmup = 100 * warmupSeconds;
        for (Latency latency : new Latency[] {Latency.TRANSFER, Latency.END_TO_END}) {
            assertAllWaited(result.latencies(), latency, MESSAGES - inWarmup, waitedNs);
            assertAllWaited(warmup, latency, inWarmup, waitedNs);
        }
        assertThat(result.totals().foreignClock() + result.totals().negative()).isZero();
    }

    private static void assertAllWaited(Latencies latencies, Latency latency, long count, long waitedNs) {
        Histogram values = latencies.get(latency).orElseGet(() -> new Histogram(Latencies.SIGNIFICANT_DIGITS));
        assertThat(values.getTotalCount()).as("%s", latency).isEqualTo(count);
        if (count > 0) {
            assertThat(values.getMinValue()).isEqualTo(values.lowestEquivalentValue(waitedNs));
            assertThat(values.getMaxValue()).isEqualTo(values.highestEquivalentValue(waitedNs));
        }
    }
}
