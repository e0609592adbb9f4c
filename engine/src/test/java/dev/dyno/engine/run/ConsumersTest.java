package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Span;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What consumers do with their time, and with clocks that are not theirs. */
class ConsumersTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final Simulation simulation = new Simulation();

    private void constant(long perSecond, int seconds) {
        simulation.load = Schedule.constant(Rate.perSecond(perSecond));
        simulation.duration = Duration.ofSeconds(seconds);
    }

    private static Histogram latency(RunResult result, Latency latency) {
        return result.latencies().get(latency).orElseThrow();
    }

    @Test
    void aDelayedStartLetsTheBrokerCollectMessages() {
        constant(100, 10);
        simulation.consumerSpan = Span.from(Duration.ofSeconds(4));
        RunResult result = simulation.run();
        assertThat(simulation.intervals)
                .extracting(interval -> interval.counts().received())
                .startsWith(0L, 0L, 0L, 0L, 500L, 100L, 100L, 100L, 100L, 100L);
        assertThat(result.totals().received()).isEqualTo(1_000);
        assertThat(result.ledger().lost()).isZero();
        // Message i of the first 400 waited for the start at 4 s, the one intended then as the others not at all.
        Histogram expected = new Histogram(3);
        for (int i = 0; i < 1_000; i++) {
            expected.recordValue(Math.max(0, 4 * SECOND - i * 10L * MS));
        }
        assertThat(latency(result, Latency.END_TO_END)).isEqualTo(expected);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isZero();
    }

    @Test
    void aStartThatIsDelayedBeyondTheLoadComesAtItsEnd() {
        constant(100, 5);
        simulation.consumerSpan = Span.from(Duration.ofSeconds(60));
        simulation.warmup = Duration.ofSeconds(1);
        RunResult result = simulation.run();
        assertThat(result.measured().received()).isZero();
        assertThat(result.totals().received()).isEqualTo(500);
        assertThat(result.ledger().delivered()).isEqualTo(500);
        assertThat(latency(result, Latency.END_TO_END).getMaxValue()).isBetween(4 * SECOND, 4 * SECOND + 4 * MS);
        assertThat(simulation.time.nanoTime()).isLessThan(6 * SECOND);
    }

    @Test
    void thinkingTakesItsTimeForEveryMessage() {
        constant(100, 2);
        // All of it at the end, one after the other.
        simulation.consumerSpan = Span.from(Duration.ofSeconds(60));
        simulation.thinkTime = Duration.ofMillis(20);
        RunResult result = simulation.run();
        assertThat(result.totals().received()).isEqualTo(200);
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.drainNs()).isBetween(200 * 20 * MS, 200 * 20 * MS + 10 * MS);
        // Message i was intended at 10 i ms and received at 2 s + 20 i ms.
        Histogram expected = new Histogram(3);
        for (int i = 0; i < 200; i++) {
            expected.recordValue(2 * SECOND + i * 10L * MS);
        }
        assertThat(latency(result, Latency.END_TO_END)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void consumersTakeNoMoreThanTheirRate(int consumers) {
        constant(100, 2);
        simulation.consumers = consumers;
        // All of it at the end, one after the other.
        simulation.consumerSpan = Span.from(Duration.ofSeconds(60));
        simulation.consumerRate = Optional.of(Rate.perSecond(50));
        RunResult result = simulation.run();
        assertThat(result.totals().received()).isEqualTo(200);
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.drainNs()).isBetween(200 * 20 * MS, 200 * 20 * MS + 10 * MS);
    }

    @ParameterizedTest
    @EnumSource(ConsumerGroup.ExitWhen.class)
    void theLoadEndsASecondAfterItsLastMessageWhereThatIsAsked(ConsumerGroup.ExitWhen when) {
        constant(100, 60);
        simulation.producerSpan = new Span(Duration.ZERO, Optional.of(Duration.ofSeconds(3)));
        simulation.exitWhen = Optional.of(when);
        RunResult result = simulation.run();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().received()).isEqualTo(300);
        // The last was intended at 2,990 ms, and the end is looked for each 250 ms.
        assertThat(result.measuredNs()).isBetween(3_990 * MS, 4_250 * MS);
    }

    @ParameterizedTest
    @CsvSource({"EMPTY, 1", "IDLE, 10"})
    void consumersOfWhatNobodySendsEndIfTheyOnlyWantToBeEmpty(ConsumerGroup.ExitWhen when, int seconds) {
        simulation.produce = false;
        simulation.exitWhen = Optional.of(when);
        assertThat(simulation.run().measuredNs()).isBetween(seconds * SECOND, seconds * SECOND + 250 * MS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theCountOfTheConsumersEndsTheRun(int consumers) {
        simulation.load = Schedule.constant(Rate.perSecond(1_000));
        simulation.duration = Duration.ZERO;
        simulation.consumers = consumers;
        simulation.consumerMessageCount = 2_500;
        RunResult result = simulation.run();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().received()).isEqualTo(2_500);
        assertThat(result.totals().sent()).isEqualTo(2_500);
        // The last is intended at 2,499 ms.
        assertThat(result.measuredNs()).isEqualTo(2_499 * MS);
    }

    @Test
    void whatMayExpireIsNotLost() {
        constant(100, 6);
        simulation.timeToLive = Duration.ofSeconds(1);
        simulation.consumerSpan = Span.from(Duration.ofSeconds(4));
        RunResult result = simulation.run();
        // At 4 s those of the first 3 s have expired, the one of 3 s sharp too, and the probe.
        assertThat(simulation.truth().expired()).isEqualTo(302);
        assertThat(result.totals().received()).isEqualTo(299);
        assertThat(result.ledger().lossKnown()).isFalse();
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.verdict().reasons()).extracting(Finding::code).doesNotContain("messages-lost");
    }

    @Test
    void whatASelectorLeavesOutIsNotLost() {
        constant(100, 2);
        simulation.properties = Map.of("kind", 1L);
        simulation.selector = Optional.of("kind = 2");
        RunResult result = simulation.run();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().received()).isZero();
        assertThat(result.totals().acknowledged()).isEqualTo(200);
        assertThat(result.ledger().lossKnown()).isFalse();
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void whatASelectorLetsThroughComes() {
        constant(100, 2);
        simulation.properties = Map.of("kind", 1L);
        simulation.selector = Optional.of("kind = 1");
        RunResult result = simulation.run();
        assertThat(result.totals().received()).isEqualTo(200);
        assertThat(result.ledger().delivered()).isEqualTo(200);
    }

    @Test
    void oneQueueNamedTwiceIsOneAccount() {
        constant(100, 2);
        Destination queue = Destination.parse("queue://TWICE");
        simulation.destinations = List.of(queue, queue);
        simulation.consumers = 2;
        RunResult result = simulation.run();
        assertThat(result.totals().received()).isEqualTo(200);
        assertThat(result.ledger().expected()).isEqualTo(200);
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void manyDestinationsAreAccountedForOneByOne() {
        constant(1_000, 2);
        simulation.destinations =
                List.of(Destination.parse("queue://A"), Destination.parse("topic://B"), Destination.parse("queue://C"));
        simulation.producers = 2;
        simulation.consumers = 2;
        RunResult result = simulation.run();
        assertThat(result.totals().sent()).isEqualTo(2_000);
        // Six producers send 334, 334 and four times 333; the two consumers of the topic get theirs both.
        assertThat(result.ledger().expected()).isEqualTo(668 + 2 * 666 + 666);
        assertThat(result.ledger().delivered()).isEqualTo(result.ledger().expected());
    }

    /** The bodies of a run get other times, or another clock, on their way. */
    private RunResult withHeads(HeadChange change) {
        ScriptedDriver driver = new ScriptedDriver();
        Envelope head = new Envelope();
        driver.trySend = (producer, body, token, listener) -> {
            assertThat(head.read(body)).isTrue();
            ByteBuffer changed = body.duplicate();
            change.of(changed, head);
            driver.deliver(changed);
            listener.onSendCompleted(token, null);
            return true;
        };
        simulation.driver = driver;
        constant(1_000, 5);
        return simulation.run();
    }

    private interface HeadChange {
        void of(ByteBuffer body, Envelope head);
    }

    @Test
    void messagesFromTheFutureAreCountedAndStopNothing() {
        RunResult result = withHeads((body, head) -> {
            if (head.sequence % 5 == 0) {
                int crcOfRest = body.getInt(40);
                new Envelope().write(body, head.sequence, head.intendedNs + SECOND, head.sentNs + SECOND, crcOfRest);
            }
        });
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().sent()).isEqualTo(5_000);
        assertThat(result.totals().received()).isEqualTo(5_000);
        assertThat(result.ledger().delivered()).isEqualTo(5_000);
        assertThat(result.totals().negative()).isEqualTo(2_000);
        assertThat(latency(result, Latency.END_TO_END).getTotalCount()).isEqualTo(4_000);
        assertThat(latency(result, Latency.TRANSFER).getTotalCount()).isEqualTo(4_000);
        assertThat(result.verdict().reasons()).extracting(Finding::code).contains("negative-latency");
    }

    @Test
    void messagesOfAnotherHostsClockAreCountedAndNotTimed() {
        RunResult result = withHeads((body, head) -> {
            Envelope.prepare(body, (short) (HostClock.ID + 1), head.producer, false, head.runId);
            new Envelope().write(body, head.sequence, head.intendedNs, head.sentNs, body.getInt(40));
        });
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().received()).isEqualTo(5_000);
        assertThat(result.totals().foreignClock()).isEqualTo(5_000);
        assertThat(result.ledger().delivered()).isEqualTo(5_000);
        assertThat(result.latencies().get(Latency.END_TO_END)).isEmpty();
        assertThat(result.latencies().get(Latency.TRANSFER)).isEmpty();
        assertThat(result.verdict().reasons()).extracting(Finding::code).contains("foreign-clock");
    }

    @Test
    void aPollingConsumerStopsAtOnceHoweverLongItsInterval() throws InterruptedException {
        ScriptedDriver driver = new ScriptedDriver();
        try (dev.dyno.model.pace.SystemTime time = new dev.dyno.model.pace.SystemTime()) {
            simulation.driver = driver;
            simulation.inRealTime(time);
            simulation.receiveMode = ConsumerGroup.Mode.POLL;
            simulation.pollInterval = Duration.ofHours(1);
            simulation.messageCount = 10;
            simulation.duration = Duration.ZERO;
            long beganNs = time.nanoTime();
            RunResult result = simulation.run();
            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(result.totals().received()).isEqualTo(10);
            // Two seconds is how long a loop that does not stop is waited for.
            assertThat(time.nanoTime() - beganNs).isLessThan(2 * SECOND);
        }
    }
}
