package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Span;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that pause, think and reject, and times of clocks that are not theirs. */
class ConsumersTest extends SimulatedRun {

    @Test
    void aDelayedStartLetsTheBrokerCollectMessages() {
        RunResult result = run("load constant 100/s; duration 10s; consumerSpan 4s");
        assertThat(simulation.intervals)
                .extracting(interval -> interval.counts().received())
                .startsWith(0L, 0L, 0L, 0L, 500L, 100L, 100L, 100L, 100L, 100L);
        assertCounts(result, "received 1_000, lost 0");
        // Message i of the first 400 waited for the start at 4 s; all later ones did not wait.
        Histogram expected = new Histogram(3);
        for (int i = 0; i < 1_000; i++) {
            expected.recordValue(Math.max(0, 4 * SECOND - i * 10L * MS));
        }
        assertThat(latency(result, Latency.END_TO_END)).isEqualTo(expected);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isZero();
    }

    @Test
    void aStartThatIsDelayedBeyondTheLoadComesAtItsEnd() {
        RunResult result = run("load constant 100/s; duration 5s; consumerSpan 60s; warmup 1s");
        assertCounts(result, "measured received 0, received 500, delivered 500");
        assertThat(latency(result, Latency.END_TO_END).getMaxValue()).isBetween(4 * SECOND, 4 * SECOND + 4 * MS);
        assertThat(simulation.time.nanoTime()).isLessThan(6 * SECOND);
    }

    @Test
    void thinkingTakesItsTimeForEveryMessage() {
        // All of it at the end, one after the other.
        RunResult result = run("load constant 100/s; duration 2s; consumerSpan 60s; thinkTime 20ms");
        assertCounts(result, "received 200, lost 0");
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
        simulation.consumerRate = Optional.of(Rate.perSecond(50));
        // All of it at the end, one after the other.
        RunResult result = run("load constant 100/s; duration 2s; consumers %s; consumerSpan 60s", consumers);
        assertCounts(result, "received 200, lost 0");
        assertThat(result.drainNs()).isBetween(200 * 20 * MS, 200 * 20 * MS + 10 * MS);
    }

    @ParameterizedTest
    @EnumSource(ConsumerGroup.ExitWhen.class)
    void theLoadEndsWithItsLastMessageBeforeASecondWithoutOneWhereThatIsAsked(ConsumerGroup.ExitWhen when) {
        simulation.constant(100, 60);
        simulation.producerSpan = new Span(Duration.ZERO, Optional.of(Duration.ofSeconds(3)));
        simulation.exitWhen = Optional.of(when);
        RunResult result = simulation.run();
        assertCounts(result, "success, received 300");
        // The last was intended at 2,990 ms; the end is looked for each 250 ms, and seen a second later.
        assertThat(result.measuredNs()).isEqualTo(2_990 * MS);
        assertThat(result.drainNs()).isBetween(SECOND, 1_250 * MS);
        assertThat(simulation.intervals)
                .extracting(interval -> interval.phase() + " " + interval.endNs() / MS + " "
                        + interval.counts().received())
                .startsWith("MEASURE 1000 100", "MEASURE 2000 100", "MEASURE 2990 100", "DRAIN 3990 0");
    }

    /** The consumer receives the first second of them. */
    @Test
    void aLoadWhoseProducersStillSendEndsWhenItsConsumersAreIdle() {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++sent[0] <= 100) {
                driver.deliver(body);
            }
            listener.onSendCompleted(token, null);
            return true;
        };
        simulation.constant(100, 60);
        simulation.exitWhen = Optional.of(ConsumerGroup.ExitWhen.IDLE);
        simulation.drain = Duration.ofSeconds(1);
        RunResult result = simulation.runInRealTime();
        // With its last delivery it would be a second, and half of the messages would not be in it.
        assertThat(result.measuredNs()).isBetween(1_900 * MS, 5_000 * MS);
        assertThat(result.measured().sent()).isEqualTo(result.totals().sent());
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
        RunResult result = run("load constant 1000/s; duration 0s; consumers %s; consumerMessageCount 2500", consumers);
        assertCounts(result, "success, received 2_500, sent 2_500");
        // The last is intended at 2,499 ms.
        assertThat(result.measuredNs()).isEqualTo(2_499 * MS);
    }

    /** Of two workers, each sends and receives every second message. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatMayExpireIsNotLost(int workers) {
        String load = "timeToLive 1s; load constant 100/s; duration 6s; consumerSpan 4s";
        RunResult result = workers == 1 ? run(load) : NothingSilentTest.together("both", "service=100us", load);
        // At 4 s those of the first 3 s have expired, the one of 3 s sharp too.
        assertCounts(result, "received 299, expected 600, lossKnown true, lost 0, expired 301, fateUnknown 0");
        assertThat(reasons(result)).doesNotContain("messages-lost", "fate-unknown");
        if (workers == 1) {
            // With the probe.
            assertThat(simulation.truth().expired()).isEqualTo(302);
        }
    }

    /** All messages are of kind 1. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                kind = 1 | received 200, delivered 200
                kind = 2 | success, received 0, acknowledged 200, lossKnown false, lost 0
                """)
    void whatASelectorLetsThroughComesAndTheOthersAreNotLost(String selector, String counts) {
        simulation.constant(100, 2);
        simulation.properties = Map.of("kind", 1L);
        simulation.selector = Optional.of(selector);
        assertCounts(simulation.run(), counts);
    }

    @Test
    void oneQueueNamedTwiceIsOneAccount() {
        simulation.constant(100, 2);
        Destination queue = Destination.parse("queue://TWICE");
        simulation.destinations = List.of(queue, queue);
        simulation.consumers = 2;
        assertCounts(simulation.run(), "received 200, expected 200, lost 0");
    }

    @Test
    void manyDestinationsAreAccountedForOneByOne() {
        RunResult result = run("load constant 1000/s; duration 2s; destinations queue://A topic://B queue://C; "
                + "producers 2; consumers 2");
        assertThat(result.totals().sent()).isEqualTo(2_000);
        // Six producers send 334, 334 and four times 333; the two consumers of the topic get theirs both.
        assertCounts(
                result,
                "expected " + (668 + 2 * 666 + 666) + ", delivered "
                        + result.ledger().expected());
    }

    /** The bodies of a run get other times, or another clock, on their way. */
    private RunResult withHeads(HeadChange change) {
        ScriptedDriver driver = simulation.scripted();
        Envelope head = new Envelope();
        driver.trySend = (producer, body, token, listener) -> {
            assertThat(head.read(body)).isTrue();
            ByteBuffer changed = body.duplicate();
            change.of(changed, head);
            return driver.complete(changed, token, listener);
        };
        simulation.constant(1_000, 5);
        return simulation.run();
    }

    private interface HeadChange {
        void of(ByteBuffer body, Envelope head);
    }

    @Test
    void messagesFromTheFutureAreCountedAndStopNothing() {
        RunResult result = withHeads((body, head) -> {
            if (head.sequence % 5 == 0) {
                long intendedNs = head.intendedNs + SECOND;
                long sentNs = head.sentNs + SECOND;
                new Envelope().write(body, head.sequence, intendedNs, sentNs, head.ownDelayNs, body.getInt(40));
            }
        });
        assertCounts(
                result,
                "success, sent 5_000, received 5_000, delivered 5_000, negative 2_000, end-to-end 4_000, transfer 4_000");
        assertThat(reasons(result)).contains("negative-latency");
    }

    @Test
    void messagesOfAnotherHostsClockAreCountedAndNotTimed() {
        RunResult result = withHeads((body, head) -> {
            Envelope.prepare(body, (short) (HostClock.ID + 1), head.producer, false, head.runId);
            new Envelope().write(body, head.sequence, head.intendedNs, head.sentNs, head.ownDelayNs, body.getInt(40));
        });
        assertCounts(result, "success, received 5_000, foreignClock 5_000, delivered 5_000");
        assertThat(result.latencies().get(Latency.END_TO_END)).isEmpty();
        assertThat(result.latencies().get(Latency.TRANSFER)).isEmpty();
        assertThat(reasons(result)).contains("foreign-clock");
    }

    @Test
    void aPollingConsumerStopsAtOnceHoweverLongItsInterval() throws InterruptedException {
        simulation.scripted();
        try (dev.dyno.model.pace.SystemTime time = new dev.dyno.model.pace.SystemTime()) {
            simulation.inRealTime(time);
            simulation.set("receiveMode POLL; pollInterval 1h; messageCount 10; duration 0s");
            long beganNs = time.nanoTime();
            assertCounts(simulation.run(), "success, received 10");
            // Two seconds is how long a loop that does not stop is waited for.
            assertThat(time.nanoTime() - beganNs).isLessThan(2 * SECOND);
        }
    }

    private void workOn(int atOnce) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 1000/s, max-pending: 100 }
                consumers: { from: queue://Q, ack: individual, think-time: 10ms, think-at-once: %s }
                phases: { measure: 10s, drain: 2m }
                """.formatted(atOnce));
    }

    /** One of them ends 100 a second; 20 at once would be 2,000 a second, and there are 1,000. */
    @ParameterizedTest
    @CsvSource({"1, 1000", "4, 4000", "20, 10000"})
    void itsRateIsTheirNumberDividedByTheTime(int atOnce, long received) {
        workOn(atOnce);
        assertCounts(simulation.run(), "success, measured received " + received + ", lost 0, duplicate 0, inBroker 0");
        assertThat(simulation.truth().redelivered()).isZero();
    }

    @Test
    void aDriverThatAcknowledgesOnlyTheLastMessageRefusesIt() {
        workOn(4);
        simulation.scripted();
        assertThat(simulation.run().outcome().cause().orElse(""))
                .contains("does not offer what the workload needs: ", "no messages worked on at once (think-at-once)");
    }

    @ParameterizedTest
    @CsvSource({"1%, 10, 1", "0.25, 250, 1", "100%, 1000, 1", "0, 0, 1", "1%, 10, 20", "0.25, 250, 3"})
    void aRejectedMessageIsReceivedAndCounted(String share, long rejected, int consumers) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 200/s, max-pending: 100 }
                consumers: { from: queue://Q, ack: individual, reject: %s, count: %d }
                phases: { measure: 5s, drain: 5s }
                """.formatted(share, consumers));
        RunResult result = simulation.run();

        assertCounts(result, "rejected " + rejected + ", delivered 1000, lost 0, duplicate 0");
    }

    /** Each tenth of 1,000 messages, also the last one, which is sent 5 ms before the end of the load, is a dead letter after 50 ms. */
    @Test
    void theDrainWaitsForTheDeadLettersOfRejectedMessages() {
        ScriptedDriver driver = simulation.scripted();
        ByteBuffer[] last = new ByteBuffer[1];
        driver.trySend = (producer, body, token, listener) -> {
            last[0] = ScriptedDriver.copy(body);
            driver.deliver(0, body);
            listener.onSendCompleted(token, null);
            return true;
        };
        driver.reject = () -> {
            ByteBuffer rejected = last[0];
            simulation.at(simulation.time.nanoTime() + 50_000_000, () -> driver.deliver(1, rejected));
        };
        simulation.file = Optional.of("""
                producers: { to: queue://WORK, rate: 200/s, max-pending: 100 }
                consumers:
                  - { from: queue://WORK, ack: individual, reject: 10% }
                  - { from: queue://DEAD }
                phases: { measure: 5s, drain: 5s }
                """);
        RunResult result = simulation.run();
        assertCounts(result, "success, expected 1000, delivered 1000, rejected 100, deadLettered 100");
        assertThat(result.drainNs()).isBetween(45_000_000L, 60_000_000L);
    }

    /** The broker moves each tenth of 1,000 messages to its dead letters, because a queue is full, and is paused meanwhile. */
    @Test
    void whatABrokerMovedElsewhereIsNotLostByAFault() {
        ScriptedDriver driver = simulation.scripted();
        driver.messagesLeft = () -> OptionalLong.of(0);
        int[] sent = new int[1];
        driver.trySend = (producer, body, token, listener) -> {
            sent[0]++;
            driver.deliver(sent[0] % 10 == 0 ? 1 : 0, body);
            listener.onSendCompleted(token, null);
            return true;
        };
        simulation.broker = action -> Optional.empty();
        simulation.faults = new FaultPlan(
                List.of(
                        new Fault(Duration.ofSeconds(2), OnBroker.PAUSE),
                        new Fault(Duration.ofSeconds(3), OnBroker.RESUME)),
                Optional.empty());
        simulation.file = Optional.of("""
                producers: { to: queue://WORK, rate: 200/s, max-pending: 100 }
                consumers: [{ from: queue://WORK }, { from: queue://DEAD }]
                phases: { measure: 5s, drain: 5s }
                """);
        RunResult result = simulation.run();
        assertCounts(result, "success, expected 1000, delivered 900, lost 0, expired 100, deadLettered 100");
        assertThat(result.faults()).extracting(FaultResult::lost).containsExactly(0L, 0L);
    }
}
