package dev.dyno.engine.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.IntervalCollector;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.run.Overriding;
import dev.dyno.engine.send.Payload;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverTest {

    private static final long RUN = 42;
    private static final short CLOCK = HostClock.ID;
    private static final SizeDistribution SIZES = SizeDistribution.fixed(100);
    private static final Payload PAYLOAD = new Payload(SIZES, BodyType.BYTES, 1);

    private final VirtualTime time = new VirtualTime();
    private final Timeline timeline = new Timeline(0, 0);
    private final FaultLog faults = new FaultLog(timeline, false);
    private final Recorder recorder = new Recorder(timeline, faults, Optional.empty());
    private final Subscription subscription = new Subscription(Destination.parse("q"), "q0", true, recorder);
    private final List<String> calls = new ArrayList<>();
    private final AtomicLong countdown = new AtomicLong();
    private final long[] deliveries = new long[1];

    private long timestampMs = Consumer.NO_TIMESTAMP;
    private int partition;

    private final Consumer consumer = new Consumer() {
        @Override
        public void acknowledge() {
            calls.add("acknowledge at " + time.nanoTime());
        }

        @Override
        public long timestampMs() {
            return timestampMs;
        }

        @Override
        public int partition() {
            return partition;
        }

        @Override
        public String timestampOrigin() {
            return "the time of the test";
        }

        @Override
        public void commit() {
            calls.add("commit at " + time.nanoTime());
            time.advance(7);
        }

        @Override
        public void close() {}
    };

    ReceiverTest() {
        timeline.begin(0);
        recorder.begin();
    }

    private Optional<ReceivePace> pace = Optional.empty();

    /** Whether the receiver is of consumers without producers. */
    private boolean foreign;

    private Receiver receiver(AckMode ack, int commitInterval, long thinkNs, boolean anyRun) {
        Receiver receiver = new Receiver(
                new Receiver.Settings(
                        time,
                        ConsumerGroup.of(List.of(Destination.parse("q")), parts -> {
                            parts.ack = ack;
                            parts.commitInterval = commitInterval;
                            parts.thinkTime = Duration.ofNanos(thinkNs);
                        }),
                        new AtomicLong(),
                        anyRun,
                        RUN,
                        foreign,
                        countdown,
                        Optional.empty(),
                        () -> calls.add("count reached"),
                        faults,
                        Optional.empty(),
                        pace),
                subscription,
                Optional.empty(),
                deliveries,
                failure -> {});
        receiver.attach(consumer);
        return receiver;
    }

    private Receiver receiver() {
        return receiver(AckMode.AUTO, 1, 0, false);
    }

    private static ByteBuffer message(long run, int producer, long sequence, short clock, boolean probe) {
        ByteBuffer body = ByteBuffer.wrap(PAYLOAD.body().array().clone());
        Envelope.prepare(body, clock, producer, probe, run);
        new Envelope().write(body, sequence, 100, 110, 0, PAYLOAD.crcOfRest(100));
        return body;
    }

    private static ByteBuffer message(int producer, long sequence) {
        return message(RUN, producer, sequence, CLOCK, false);
    }

    /** Messages of producer 0, from one sequence to before another. */
    private static void deliver(Receiver receiver, long from, long end) throws DriverException {
        for (long sequence = from; sequence < end; sequence++) {
            receiver.onMessage(message(0, sequence));
        }
    }

    private Counts counts() {
        return collect().sums().total();
    }

    private IntervalCollector collect() {
        List<Interval> ignored = new ArrayList<>();
        IntervalCollector collector = new IntervalCollector(time, timeline, List.of(recorder), 0, ignored::add);
        collector.start(0);
        collector.finish(time.nanoTime() + 1, new LowerBounds(0));
        return collector;
    }

    /** All but bytes. */
    private static void assertCounted(IntervalCollector collector, Counts expected) {
        assertThat(collector.sums().total())
                .usingRecursiveComparison()
                .ignoringFields("sentBytes", "receivedBytes")
                .isEqualTo(expected);
    }

    private void assertStrangers(int corrupt, int stale, int foreign) {
        assertThat(new long[] {subscription.corrupt, subscription.stale, subscription.foreign})
                .containsExactly(corrupt, stale, foreign);
    }

    /** With the bits of these bytes turned round. */
    private static ByteBuffer damaged(ByteBuffer message, int from, int to) {
        for (int at = from; at < to; at++) {
            message.put(at, (byte) ~message.get(at));
        }
        return message;
    }

    private static long max(Latencies latencies, Latency latency) {
        return latencies.get(latency).map(Histogram::getMaxValue).orElse(-1L);
    }

    /** It comes a second time at 5,000, after a wait that is none of the first delivery. */
    @Test
    void aMessageIsTimedFromItsIntendedAndItsSentTimeAndADuplicateIsCountedOnly() throws DriverException {
        Receiver receiver = receiver();
        time.advance(1_000);
        receiver.onMessage(message(0, 0));
        time.advance(4_000);
        receiver.onMessage(message(0, 0));
        IntervalCollector collector = collect();
        assertThat(collector.sums().total().received()).isEqualTo(1);
        assertThat(collector.sums().latencies().get(Latency.END_TO_END).map(Histogram::getTotalCount))
                .contains(1L);
        assertThat(max(collector.sums().latencies(), Latency.END_TO_END)).isEqualTo(900);
        assertThat(max(collector.sums().latencies(), Latency.TRANSFER)).isEqualTo(890);
    }

    /** Sequences 0, 1 of one partition, 4, 3 of another, then 2 of the first and 0 again: 3 is late, and 0 a duplicate. */
    @Test
    void aMessageIsReorderedIfALaterOneOfItsProducerAndPartitionCameBefore() throws DriverException {
        Receiver receiver = receiver();
        long[][] arrivals = {{0, 0}, {7, 4}, {0, 1}, {7, 3}, {0, 2}, {0, 0}};
        for (long[] arrival : arrivals) {
            partition = (int) arrival[0];
            receiver.onMessage(message(0, arrival[1]));
            receiver.onMessage(message(1, arrival[1]));
        }
        assertThat(subscription.reordered).isEqualTo(2);
        assertThat(subscription.tracker(subscription.indexOf(RUN, 0)).duplicates())
                .isEqualTo(1);
        assertThat(subscription.tracker(subscription.indexOf(RUN, 1)).distinct())
                .isEqualTo(5);
    }

    @Test
    void strangersAreCountedApart() throws DriverException {
        Receiver receiver = receiver();
        time.advance(1_000);
        receiver.onMessage(ByteBuffer.allocate(0));
        receiver.onMessage(damaged(message(0, 0), 70, 71));
        assertThat(subscription.lastStrangerNs).isEqualTo(1_000);
        time.advance(1);
        receiver.onMessage(message(RUN + 1, 0, 0, CLOCK, false));
        receiver.onMessage(message(RUN + 1, 0, 0, CLOCK, true));
        assertThat(subscription.lastStrangerNs).isEqualTo(1_001);
        assertStrangers(2, 2, 0);
        assertThat(subscription.probed).isFalse();
        assertThat(counts()).isEqualTo(Counts.ZERO);
        assertThat(subscription.producers()).isZero();
    }

    @Test
    void messagesOfAnotherProgramAreCountedSizedAndTimedByTheirTimestamp() throws DriverException {
        foreign = true;
        countdown.set(3);
        Receiver receiver = receiver();
        time.advance(5_000_000_000L);
        timestampMs = time.epochMillis() - 1_234;
        receiver.onMessage(ByteBuffer.allocate(0));
        receiver.onMessage(ByteBuffer.wrap(new byte[1_000]));
        timestampMs = Consumer.NO_TIMESTAMP;
        receiver.onMessage(ByteBuffer.wrap("{\"temperature\": 21.5}".getBytes(UTF_8)));
        IntervalCollector collector = collect();
        assertCounted(collector, new Counts(0, 0, 0, 3, 0, 0, 0, 0, 0, 0));

        Latencies latencies = collector.sums().latencies();
        assertThat(max(latencies, Latency.BY_TIMESTAMP)).isBetween(1_233_000_000L, 1_236_000_000L);
        assertThat(latencies.get(Latency.BY_TIMESTAMP).map(Histogram::getTotalCount))
                .contains(2L);
        assertThat(latencies.get(Latency.END_TO_END)).isEmpty();
        assertStrangers(0, 0, 3);
        assertThat(subscription.foreignBytes).isEqualTo(1_021);
        assertThat(subscription.foreignTimed).isEqualTo(2);
        assertThat(subscription.timestamps).containsExactly("the time of the test");
        assertThat(calls).containsExactly("count reached");
    }

    @Test
    void aTimestampThatIsAheadOfTheClockIsCountedAndNotTimed() throws DriverException {
        foreign = true;
        timestampMs = time.epochMillis() + 1_000;
        receiver().onMessage(ByteBuffer.allocate(10));
        IntervalCollector collector = collect();
        assertCounted(collector, new Counts(0, 0, 0, 1, 0, 0, 1, 0, 0, 0));
        assertThat(collector.sums().latencies().isEmpty()).isTrue();
    }

    /** The magic, the run, the sequence, the head's checksum, the rest. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 20, 46, 70})
    void aMessageOfOursThatWasDamagedIsCorruptAlsoWhereOthersAreMeasured(int at) throws DriverException {
        foreign = true;
        receiver().onMessage(damaged(message(0, 0), at, at + 1));
        assertStrangers(1, 0, 0);
    }

    /** The CRC of the rest stands in the head, so that neither fits; all of it but the run; and messages that were cut. */
    @ParameterizedTest
    @CsvSource({"41, 42, 100", "0, 8, 100", "16, 100, 100", "0, 0, 16", "0, 0, 47", "0, 0, 48", "0, 0, 99"})
    void aMessageOfOursThatWasDamagedFurtherOrCutIsCorruptOnceItsRunIsKnown(int from, int to, int length)
            throws DriverException {
        foreign = true;
        Receiver receiver = receiver();
        time.advance(1_000);
        receiver.onMessage(message(0, 0));
        receiver.onMessage(damaged(message(0, 1), from, to).limit(length));
        assertStrangers(1, 0, 0);
    }

    /** Chance would take one in 65,536 for ours by the magic alone. */
    @Test
    void randomBodiesAreOfAnotherProgram() throws DriverException {
        foreign = true;
        Receiver receiver = receiver();
        Random random = new Random(1);
        byte[] body = new byte[100];
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(body);
            if (i % 2 == 0) {
                body[0] = (byte) 0xD7;
                body[1] = 1;
            }
            receiver.onMessage(ByteBuffer.wrap(body));
        }
        assertThat(subscription.foreign).isEqualTo(200_000);
    }

    @ParameterizedTest
    @CsvSource({
        "0 1 2 3,     0, 0, 0",
        "1 0 2 3,     0, 1, 0",
        "3 2 1 0,     0, 3, 0",
        "0 0 1 1,     0, 0, 2",
        // A second delivery is a duplicate, not a reordering too.
        "0 1 2 0,     0, 0, 1",
        "5 1 1 5 6 2, 0, 2, 2",
        "3 1 2 0 1,   " + Consumer.NO_ORDER + ", 0, 1",
    })
    void reorderedAndDuplicateMessagesAreDistinguished(
            String sequences, int ofPartition, long reordered, long duplicates) throws DriverException {
        partition = ofPartition;
        Receiver receiver = receiver();
        time.advance(1_000);
        for (String sequence : sequences.split(" ", -1)) {
            receiver.onMessage(message(0, Long.parseLong(sequence)));
        }
        assertThat(subscription.reordered).isEqualTo(reordered);
        assertThat(subscription.tracker(0).duplicates()).isEqualTo(duplicates);
        assertThat(subscription.tracker(0).distinct())
                .isEqualTo(Stream.of(sequences.split(" ", -1)).distinct().count());
    }

    @Test
    void theOrderIsThatOfEachProducerAndOfEachConsumer() throws DriverException {
        Receiver one = receiver();
        Receiver other = receiver();
        time.advance(1_000);
        for (int producer = 0; producer < 20; producer++) {
            one.onMessage(message(producer, 5));
        }
        for (int producer = 19; producer >= 0; producer--) {
            // Later, but at another consumer: that is competition, not disorder.
            other.onMessage(message(producer, 3));
            one.onMessage(message(producer, 6));
            other.onMessage(message(producer, 4));
        }
        assertThat(subscription.reordered).isZero();
        one.onMessage(message(0, 0));
        assertThat(subscription.reordered).isEqualTo(1);
        assertThat(subscription.tracker(0).distinct()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 3, 0, 0",
        "DUPS_OK, 3, 0, 0",
        "CLIENT, 1, 10, 10",
        "CLIENT, 3, 3, 4",
        "CLIENT, 5, 2, 2",
        "CLIENT, 11, 0, 1",
        "INDIVIDUAL, 1, 10, 10",
        "TRANSACTED, 3, 3, 4",
        "TRANSACTED, 1, 10, 10"
    })
    void batchesAreSettledAndTheLastOneAtTheEnd(AckMode ack, int interval, int before, int after)
            throws DriverException {
        Receiver receiver = receiver(ack, interval, 0, false);
        deliver(receiver, 0, 10);
        assertThat(calls).hasSize(before);
        receiver.finish();
        assertThat(calls).hasSize(after);
        receiver.finish();
        assertThat(calls).hasSize(after);
        String expected = ack == AckMode.TRANSACTED ? "commit" : "acknowledge";
        assertThat(calls).allMatch(call -> call.startsWith(expected));
    }

    /** Two of the four consumers of a group are here: they take 50 of its 100 messages a second. */
    @Test
    void consumersTakeNoMoreThanTheirShareOfTheRateOfTheirGroup() throws DriverException {
        pace = Optional.of(new ReceivePace(Rate.parse("100/s"), 0.5));
        time.advance(1_000);
        Receiver receiver = receiver();
        long beganNs = time.nanoTime();
        deliver(receiver, 0, 50);
        assertThat(time.nanoTime() - beganNs).isCloseTo(1_000_000_000L, within(1_000L));
        // A late message is caught up on, up to a tenth of a second, and no more.
        time.advance(90_000_000);
        deliver(receiver, 50, 55);
        assertThat(time.nanoTime() - beganNs).isCloseTo(1_100_000_000L, within(1_000L));
        time.advance(5_000_000_000L);
        deliver(receiver, 55, 60);
        assertThat(time.nanoTime() - beganNs).isCloseTo(6_200_000_000L, within(1_000L));
    }

    @Test
    void strangersAndProbesAreSettledToo() throws DriverException {
        Receiver receiver = receiver(AckMode.TRANSACTED, 2, 0, false);
        receiver.onMessage(message(RUN + 1, 0, 0, CLOCK, false));
        receiver.onMessage(message(RUN, 0, 0, CLOCK, true));
        assertThat(calls).hasSize(1);
        receiver.onMessage(ByteBuffer.allocate(3));
        receiver.finish();
        assertThat(calls).hasSize(2);
    }

    @Test
    void aCommitIsTimed() throws DriverException {
        receiver(AckMode.TRANSACTED, 1, 0, false).onMessage(message(0, 0));
        assertThat(max(collect().sums().latencies(), Latency.RECEIVE_COMMIT)).isEqualTo(7);
    }

    @Test
    void thinkingComesBeforeTheAcknowledgementAndForMessagesOfTheLoadOnly() throws DriverException {
        Receiver receiver = receiver(AckMode.CLIENT, 1, 50, false);
        time.schedule(20, () -> time.unpark(Thread.currentThread()));
        receiver.onMessage(message(0, 0));
        assertThat(calls).containsExactly("acknowledge at 50");
        receiver.onMessage(message(RUN + 1, 0, 0, CLOCK, false));
        assertThat(calls).containsExactly("acknowledge at 50", "acknowledge at 50");
    }

    @Test
    void theCountIsReachedOnceByMessagesOfTheLoadOfAllConsumersTogether() throws DriverException {
        countdown.set(3);
        Receiver one = receiver();
        Receiver other = receiver();
        one.onMessage(message(RUN + 1, 0, 0, CLOCK, false));
        one.onMessage(message(RUN, 0, 0, CLOCK, true));
        one.onMessage(message(0, 0));
        other.onMessage(message(0, 1));
        assertThat(calls).isEmpty();
        one.onMessage(message(0, 2));
        assertThat(calls).containsExactly("count reached");
        other.onMessage(message(0, 3));
        assertThat(calls).hasSize(1);
    }

    /** Two messages are wanted; the first comes twice. All three deliveries are the consumers' work, of which fairness is. */
    @Test
    void aRepeatedDeliveryIsWorkAndNoneOfTheMessagesThatAreWanted() throws DriverException {
        countdown.set(2);
        Receiver receiver = receiver();
        receiver.onMessage(message(0, 0));
        receiver.onMessage(message(0, 0));
        assertThat(calls).isEmpty();
        receiver.onMessage(message(0, 1));
        assertThat(calls).containsExactly("count reached");
        assertThat(deliveries).containsExactly(3);
    }

    @Test
    void whatFailsInTheClientLibraryIsTheDriversToReport() {
        Receiver receiver = receiver(AckMode.CLIENT, 1, 0, false);
        receiver.attach(Overriding.method(Consumer.class, consumer, "acknowledge", none -> {
            throw new DriverException("session closed");
        }));
        assertThatThrownBy(() -> receiver.onMessage(message(0, 0))).hasMessage("session closed");
        assertThat(counts().received()).isEqualTo(1);
    }
}
