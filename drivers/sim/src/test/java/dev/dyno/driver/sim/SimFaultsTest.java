package dev.dyno.driver.sim;

import static dev.dyno.driver.sim.SimBench.MS;
import static dev.dyno.driver.sim.SimBench.SECOND;
import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Faults that the simulated broker makes on purpose, and its exact counts of them. */
class SimFaultsTest {

    private static final int COUNT = 100_000;

    private static SimBench run(String script) throws DriverException {
        final SimBench bench = new SimBench(script);
        bench.listener();
        bench.sendEvery(MS / 10, COUNT, bench.producer(SendMode.ASYNC));
        return bench;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void nothingGoesWrongByItself() throws DriverException {
        try (SimBench bench = run("")) {
            assertThat(bench.delivered).isEqualTo(range(0, COUNT));
            assertThat(bench.broker.counts())
                    .isEqualTo(new SimCounts(COUNT, 0, COUNT, 0, 0, 0, 0, 0, 0, 0, 0, COUNT, 0, 0));
        }
    }

    @Test
    void everyThousandthMessageIsLost() throws DriverException {
        try (SimBench bench = run("?lose=every 1000")) {
            assertThat(bench.acknowledged).hasSize(COUNT);
            assertThat(bench.delivered).hasSize(COUNT - 100).doesNotContain(999L, 1_999L, 99_999L);
            final List<Long> missing = new ArrayList<>(range(0, COUNT));
            missing.removeAll(new HashSet<>(bench.delivered));
            assertThat(missing)
                    .isEqualTo(LongStream.rangeClosed(1, 100)
                            .map(k -> k * 1_000 - 1)
                            .boxed()
                            .toList());
            assertThat(bench.broker.counts().lost()).isEqualTo(100);
        }
    }

    @Test
    void aProbabilityLosesWhatTheCountsSayAndTheSameForTheSameSeed() throws DriverException {
        final List<Long> delivered;
        try (SimBench bench = run("?lose=1/1000&seed=3")) {
            delivered = bench.delivered;
            final long lost = bench.broker.counts().lost();
            assertThat(delivered).hasSize(COUNT - (int) lost);
            // Mean 100, standard deviation 10; the seed makes it one number.
            assertThat(lost).isBetween(50L, 150L);
        }
        try (SimBench bench = run("?lose=0.001&seed=3")) {
            assertThat(bench.delivered).isEqualTo(delivered);
        }
        try (SimBench bench = run("?lose=0.001&seed=4")) {
            assertThat(bench.delivered).isNotEqualTo(delivered);
        }
    }

    @Test
    void everyHundredthMessageComesTwice() throws DriverException {
        try (SimBench bench = run("?duplicate=every 100")) {
            assertThat(bench.delivered).hasSize(COUNT + 1_000);
            assertThat(bench.delivered.subList(98, 102)).containsExactly(98L, 99L, 99L, 100L);
            assertThat(bench.broker.counts().duplicated()).isEqualTo(1_000);
        }
    }

    @Test
    void everyHundredthMessageSwapsWithTheNext() throws DriverException {
        try (SimBench bench = run("?reorder=every 100")) {
            assertThat(bench.delivered).hasSize(COUNT);
            assertThat(bench.delivered.subList(97, 102)).containsExactly(97L, 98L, 100L, 99L, 101L);
            // No message follows the very last one, so it is only delayed.
            assertThat(bench.delivered.get(COUNT - 1)).isEqualTo(COUNT - 1);
            assertThat(bench.broker.counts().reordered()).isEqualTo(999);
        }
    }

    @Test
    void everyHundredthBodyHasOneWrongByte() throws DriverException {
        try (SimBench bench = run("?corrupt=every 100")) {
            int wrong = 0;
            for (int i = 0; i < COUNT; i++) {
                final long difference = bench.delivered.get(i) ^ i;
                if (difference != 0) {
                    wrong++;
                    assertThat((i + 1) % 100).isZero();
                    assertThat(LongStream.range(0, 8).filter(b -> (difference >>> (8 * b) & 0xFF) != 0))
                            .hasSize(1);
                }
            }
            assertThat(wrong).isEqualTo(1_000);
            assertThat(bench.broker.counts().corrupted()).isEqualTo(1_000);
        }
    }

    @Test
    void everyHundredthSendFailsAndIsNotDelivered() throws DriverException {
        try (SimBench bench = run("?fail=every 100")) {
            assertThat(bench.failed).hasSize(1_000).startsWith(99L, 199L);
            assertThat(bench.failures).allMatch(why -> why.contains("'fail'"));
            assertThat(bench.acknowledged).hasSize(COUNT - 1_000);
            assertThat(bench.delivered).isEqualTo(bench.acknowledged);
            assertThat(bench.broker.counts().failed()).isEqualTo(1_000);
        }
    }

    @Test
    void aFailedMessageFailsItsTransaction() throws DriverException {
        try (SimBench bench = new SimBench("?fail=every 5")) {
            bench.listener();
            final Producer producer = bench.producer(SendMode.TRANSACTED);
            for (int i = 0; i < 4; i++) {
                producer.send(SimBench.body(i));
            }
            producer.commit();
            for (int i = 4; i < 8; i++) {
                producer.send(SimBench.body(i));
            }
            assertFails(producer::commit, "…'fail'…");
            producer.send(SimBench.body(8));
            producer.close();
            bench.time.advance(SECOND);
            assertThat(bench.delivered).containsExactly(0L, 1L, 2L, 3L);
            assertThat(bench.broker.counts()).isEqualTo(new SimCounts(9, 0, 4, 4, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0));
        }
    }

    @Test
    void eachFaultCountsWhatCameThroughTheOnesBefore() throws DriverException {
        try (SimBench bench = run("?fail=every 10&lose=every 10&duplicate=every 10")) {
            assertThat(bench.broker.counts())
                    .isEqualTo(new SimCounts(COUNT, 0, 90_000, 10_000, 0, 9_000, 0, 8_100, 0, 0, 0, 89_100, 0, 0));
        }
    }

    @Test
    void aDeathBreaksConnectionsSendsAndWhateverComesAfter() throws DriverException {
        try (SimBench bench = new SimBench("?service=1ms&die=10500us")) {
            final Consumer consumer = bench.consumer(AckMode.AUTO, ReceiveMode.RECEIVE);
            final Producer producer = bench.producer(SendMode.ASYNC);
            for (int i = 0; i < 20; i++) {
                SimBench.send(producer, i);
            }
            bench.time.advance(SECOND);
            assertThat(bench.acknowledged).isEqualTo(range(0, 10));
            assertThat(bench.failed).isEqualTo(range(10, 20));
            assertThat(bench.failures).allMatch(why -> why.contains("has died"));
            assertThat(bench.connectionFailures).hasSize(1);
            assertThat(bench.broker.counts().failed()).isEqualTo(10);
            assertFails(() -> producer.trySend(SimBench.body(0), 0), "…");
            assertFails(() -> consumer.receive(0), "…");
            assertFails(() -> bench.connection.stop(), "…");
            assertFails(
                    () -> bench.client.connect(new ConnectionSpec(Optional.empty(), failure -> {})),
                    "cannot connect to sim://bench: connection refused, the simulated broker has died, as its"
                            + " setting 'die' asks for");
        }
    }

    @Test
    void aDeathWakesAReceiver() throws DriverException {
        try (SimBench bench = new SimBench("?die=2s")) {
            final Consumer consumer = bench.consumer(AckMode.AUTO, ReceiveMode.RECEIVE);
            assertFails(() -> consumer.receive(60 * SECOND), "…has died…");
            assertThat(bench.time.nanoTime()).isEqualTo(2 * SECOND);
        }
    }

    @Test
    void unacknowledgedMessagesGoBackAndAreCounted() throws DriverException {
        try (SimBench bench = new SimBench("")) {
            final Consumer first = bench.consumer(AckMode.TRANSACTED, ReceiveMode.RECEIVE);
            bench.sendEvery(MS, 10, bench.producer(SendMode.ASYNC));
            for (int i = 0; i < 6; i++) {
                assertThat(first.receive(0)).isTrue();
                if (i == 2) {
                    first.commit();
                }
            }
            first.close();
            bench.listener();
            bench.time.advance(MS);
            assertThat(bench.delivered).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
            assertThat(bench.broker.counts().redelivered()).isEqualTo(3);
            assertThat(bench.broker.counts().delivered()).isEqualTo(13);
        }
    }

    /** The broker still holds them for the consumer, whose session outlives its connection, when it dies. */
    @Test
    void whatIsHeldForABrokenConsumerIsForgottenIfItIsNotPersistent() throws DriverException {
        try (SimBench bench = new SimBench("?session=10s")) {
            bench.consumer(AckMode.TRANSACTED, ReceiveMode.RECEIVE);
            bench.sendEvery(MS, 10, bench.producer(SendMode.ASYNC));
            bench.broker.kill();
            bench.broker.restart();
            bench.time.advance(20 * SECOND);
            assertThat(bench.broker.counts().forgotten()).isEqualTo(10);
            final ClientConnection next =
                    bench.client.connect(new ConnectionSpec(Optional.empty(), bench.connectionFailures::add));
            next.start();
            final Consumer consumer = next.createConsumer(
                    new ConsumerSpec(SimBench.QUEUE, AckMode.AUTO, ReceiveMode.RECEIVE), body -> {});
            assertThat(consumer.receive(0)).isFalse();
        }
    }

    @Test
    void expiredMessagesAreCounted() throws DriverException {
        try (SimBench bench = new SimBench("")) {
            final Producer producer = bench.producer(SimBench.QUEUE, SendMode.ASYNC, Duration.ofMillis(10));
            SimBench.send(producer, 0);
            bench.time.advance(MS);
            SimBench.send(producer, 1);
            bench.time.advance(9 * MS);
            bench.listener();
            bench.time.advance(MS);
            assertThat(bench.delivered).containsExactly(1L);
            assertThat(bench.broker.counts().expired()).isEqualTo(1);
        }
    }

    @Test
    void messagesToATopicWithoutSubscriptionsAreUnrouted() throws DriverException {
        try (SimBench bench = new SimBench("")) {
            bench.sendEvery(MS, 3, bench.producer(Destination.parse("topic://t"), SendMode.ASYNC, Duration.ZERO));
            assertThat(bench.broker.counts().acknowledged()).isEqualTo(3);
            assertThat(bench.broker.counts().unrouted()).isEqualTo(3);
        }
    }

    @Test
    void aCompletionMaySendTheNextMessage() throws DriverException {
        try (SimBench bench = new SimBench("?service=1ms")) {
            final Producer[] self = new Producer[1];
            final List<Long> at = new ArrayList<>();
            self[0] = bench.connection.createProducer(
                    ProducerSpecs.plain(SimBench.QUEUE, SendMode.ASYNC, 1, false), (token, failure) -> {
                        at.add(bench.time.nanoTime());
                        if (at.size() < 1_000) {
                            try {
                                SimBench.send(self[0], 0);
                            } catch (DriverException e) {
                                throw new AssertionError(e);
                            }
                        }
                    });
            SimBench.send(self[0], 0);
            bench.time.advance(10 * SECOND);
            assertThat(at)
                    .isEqualTo(LongStream.rangeClosed(1, 1_000)
                            .map(i -> i * MS)
                            .boxed()
                            .toList());
        }
    }
}
