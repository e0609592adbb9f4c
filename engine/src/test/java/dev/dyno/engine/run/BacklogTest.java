package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Backlog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backlogs at a broker of known speed, on virtual time: what is built and drained, and how long that takes. */
class BacklogTest extends SimulatedRun {

    /** The thread of the run looks every 5 ms. */
    private static final double LOOK = 20e6;

    /** A thousand messages a second come in, and a consumer takes a thousand a second. */
    @BeforeEach
    void slowConsumer() {
        simulation.set("load constant 1000/s; maxPending 100; duration 0s; thinkTime 1ms");
    }

    private BacklogResult run(Backlog.Size size, Duration deadline, boolean whileSending) {
        simulation.backlog = Optional.of(new Backlog(size, deadline, whileSending, Optional.empty(), false));
        return result(simulation.run());
    }

    /** Built of so many messages, and drained within a minute. */
    private BacklogResult run(long messages, boolean whileSending) {
        return run(new Backlog.Size(Backlog.Measure.MESSAGES, messages), Duration.ofMinutes(1), whileSending);
    }

    private BacklogResult result(RunResult run) {
        last = Optional.of(run);
        return run.backlog().orElseThrow();
    }

    private Optional<RunResult> last = Optional.empty();

    private RunResult lastRun() {
        return last.orElseThrow();
    }

    @Test
    void messagesAreBuiltWhileConsumersWaitAndDrainedAtTheirRate() {
        BacklogResult backlog = run(3_000, false);
        assertThat(backlog.built()).isTrue();
        assertThat(backlog.messages()).isBetween(3_000L, 3_020L);
        assertThat((double) backlog.buildNs()).isCloseTo(3 * SECOND, within(LOOK));
        assertThat((double) backlog.drainNs()).isCloseTo(backlog.messages() * 1e6, within(LOOK));
        assertThat(backlog.delivered()).isEqualTo(backlog.messages());
        assertThat(backlog.perSecond()).isCloseTo(1_000, within(10.0));
        assertThat(backlog.left()).isZero();
        assertThat(backlog.drained()).isTrue();
        assertThat(backlog.countedBy()).isEqualTo("ledger");
        assertThat(backlog.bytes()).isEqualTo(100 * backlog.messages());
        assertThat(simulation.intervals.subList(0, 3))
                .extracting(interval -> interval.counts().received())
                .containsExactly(0L, 0L, 0L);
        assertThat(simulation.intervals.subList(0, 3))
                .extracting(interval -> interval.counts().sent())
                .containsExactly(1_000L, 1_000L, 1_000L);
        assertCounts(lastRun(), "delivered " + backlog.messages() + ", lost 0");
        assertThat(reasons(lastRun())).doesNotContain("rate-missed", "backlog-grew");
        assertThat(simulation.notes)
                .anyMatch(note -> note.contains("messages is built after 3.0 s: the consumers start"));
    }

    @Test
    void bytesCountByTheMeanSizeAndSubscriptionsEach() {
        simulation.set("destinations topic://T; consumers 2");
        BacklogResult backlog = run(new Backlog.Size(Backlog.Measure.BYTES, 400_000), Duration.ofMinutes(1), false);
        assertThat(backlog.messages()).isBetween(4_000L, 4_040L);
        assertThat((double) backlog.buildNs()).isCloseTo(2 * SECOND, within(LOOK));
        assertThat(backlog.delivered()).isEqualTo(backlog.messages());
        // On the virtual clock the consumers think one after the other.
        assertThat(backlog.perSecond()).isCloseTo(1_000, within(20.0));
    }

    /** 900 messages of 100 bytes and 100 of 10 KiB a second: 1,114 bytes each. */
    @ParameterizedTest
    @ValueSource(strings = {"messages: 2000", "bytes: 2176KiB"})
    void theMeanSizeIsThatOfWhatTheGroupsSend(String size) {
        simulation.file = Optional.of("""
                producers:
                  - { to: queue://Q, rate: 900/s, max-pending: 100, message: { size: 100 } }
                  - { to: queue://Q, rate: 100/s, max-pending: 100, message: { size: 10KiB } }
                consumers: { from: queue://Q }
                phases: { backlog: { %s, deadline: 1m } }
                """.formatted(size));
        BacklogResult backlog = result(simulation.runInRealTime());
        assertThat((double) backlog.buildNs()).isCloseTo(2 * SECOND, within(SECOND / 2.0));
        assertThat((double) backlog.bytes()).isCloseTo(1_114.0 * backlog.messages(), within(20_000.0));
    }

    @Test
    void timeBuildsWhatIsSentInIt() {
        BacklogResult backlog = run(
                new Backlog.Size(Backlog.Measure.NS, Duration.ofSeconds(2).toNanos()), Duration.ofMinutes(1), false);
        assertThat((double) backlog.buildNs()).isCloseTo(2 * SECOND, within(LOOK));
        assertThat(backlog.messages()).isBetween(2_000L, 2_020L);
        assertThat(backlog.drained()).isTrue();
    }

    /** In the warm-up the consumers take what comes; then they wait. */
    @Test
    void theBacklogComesAfterTheWarmup() {
        simulation.set("warmup 2s; thinkTime 500000ns");
        BacklogResult backlog = run(1_000, false);
        assertThat(backlog.fromNs()).isEqualTo(2_000_000_000L);
        assertThat((double) backlog.startedNs()).isCloseTo(3 * SECOND, within(LOOK));
        assertThat(simulation.intervals.get(0).phase()).isEqualTo(Phase.WARMUP);
        assertThat(simulation.intervals.get(0).counts().received()).isBetween(990L, 1_000L);
        assertThat(simulation.intervals.get(2).counts().received()).isLessThan(10);
        assertThat(simulation.begins).hasSize(1);
        assertThat((double) backlog.drainNs()).isCloseTo(backlog.messages() * 0.5e6, within(LOOK));
    }

    /** 1,000 come and 4,000 go each second: the 3,000 that stand are gone after a second, but for a hundredth or a tenth of a second. */
    @Test
    void producersMayContinueDuringTheDrain() {
        simulation.thinkTime = Duration.ofNanos(250_000);
        BacklogResult backlog = run(3_000, true);
        assertThat(backlog.drained()).isTrue();
        assertThat(backlog.whileSending()).isTrue();
        // 100 are left when it counts as drained: 2,900 / 3,000 s.
        assertThat((double) backlog.drainNs()).isCloseTo(2_900 / 3_000.0 * SECOND, within(2 * LOOK));
        assertThat(backlog.left()).isBetween(60L, 120L);
        assertThat(backlog.perSecond()).isCloseTo(4_000, within(80.0));
        assertThat(lastRun().ledger().lost()).isZero();
        assertThat(reasons(lastRun())).doesNotContain("rate-missed");
    }

    @Test
    void whatIsMeasuredBeyondTheBacklogIsPartOfTheRun() {
        simulation.set("thinkTime 250000ns; duration 8s");
        run(3_000, true);
        assertThat(lastRun().measuredNs()).isEqualTo(8_000_000_000L);
        assertThat(lastRun().measured().sent()).isEqualTo(8_000);
    }

    /** All but 1,500 of the 3,000 that stand go within half a second; from then on it is measured for 8 s. */
    @Test
    void theMeasuredTimeMayBeginAnewWhenTheAskedPartIsDrained() {
        simulation.set("thinkTime 250000ns; duration 8s");
        simulation.backlog = Optional.of(new Backlog(
                new Backlog.Size(Backlog.Measure.MESSAGES, 3_000),
                Duration.ofMinutes(1),
                true,
                Optional.of(1_500L),
                true));
        BacklogResult backlog = result(simulation.run());
        assertThat(backlog.drained()).isTrue();
        assertThat(backlog.left()).isBetween(1_400L, 1_500L);
        assertThat((double) backlog.drainNs()).isCloseTo(1_500 / 3_000.0 * SECOND, within(2 * LOOK));
        assertThat((double) lastRun().measuredNs())
                .isCloseTo((double) (backlog.startedNs() + backlog.drainNs() + 8 * SECOND), within(2 * LOOK));
    }

    @Test
    void aDeadlineThatIsMissedIsSaidAndWhatIsLateIsNotLost() {
        simulation.drain = Duration.ofMillis(500);
        BacklogResult backlog = run(new Backlog.Size(Backlog.Measure.MESSAGES, 3_000), Duration.ofSeconds(1), false);
        assertThat(backlog.drained()).isFalse();
        assertThat((double) backlog.drainNs()).isCloseTo(SECOND, within(LOOK));
        assertThat(backlog.left()).isBetween(1_980L, 2_020L);
        assertThat(lastRun().ledger().inBroker()).isBetween(backlog.left() - 650, backlog.left() - 490);
        assertThat(lastRun().ledger().undelivered())
                .isEqualTo(lastRun().ledger().inBroker());
        assertThat(lastRun().verdict().level()).isNotEqualTo(Level.INVALID);
        assertThat(findings(lastRun())).contains("backlog-not-drained").doesNotContain("messages-lost");
    }

    @Test
    void producersThatEndBeforeItStandsAreSaid() {
        simulation.messageCount = 500;
        BacklogResult backlog = run(3_000, false);
        assertThat(backlog.built()).isFalse();
        assertThat(backlog.messages()).isEqualTo(500);
        assertThat(backlog.drained()).isTrue();
        assertThat(lastRun().verdict().reasons())
                .extracting(FindingText.FLAGS::line)
                .contains(
                        "SUSPECT backlog-not-built: the backlog was to have 3,000 messages, and the producers built only 500 messages; raise the"
                                + " time in the workload's backlog, --producers or --max-pending");
    }

    @Test
    void allOutProducersBuildItAsFastAsTheyCan() {
        simulation.load = LoadShape.ALL_OUT;
        simulation.set("maxPending 1; service=2ms");
        BacklogResult backlog = run(1_000, false);
        assertThat((double) backlog.buildNs()).isCloseTo(2 * SECOND, within(2 * LOOK));
        assertThat(reasons(lastRun())).doesNotContain("rate-not-steady");
    }

    /** After a warm-up of a second, on the clock of this machine, with a driver whose pause does this. */
    private RunResult paused(ScriptedDriver.Call pause) {
        simulation.scripted().stop = pause;
        simulation.set("warmup 1s; thinkTime 0s; drain 1s");
        simulation.backlog = Optional.of(new Backlog(
                new Backlog.Size(Backlog.Measure.MESSAGES, 3_000),
                Duration.ofMinutes(1),
                false,
                Optional.empty(),
                false));
        return simulation.runInRealTime();
    }

    /** JMS lets the stop of a connection wait for running listeners. */
    @Test
    void aPauseThatDoesNotReturnHoldsNeitherTheSecondsNorAnInterrupt() {
        LocalRunner[] runner = new LocalRunner[1];
        simulation.whileRunning = made -> runner[0] = made;
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger pauses = new AtomicInteger();
        AtomicInteger intervals = new AtomicInteger();
        AtomicBoolean returned = new AtomicBoolean();
        RunResult result = paused(() -> {
            if (pauses.getAndIncrement() > 0) {
                return;
            }
            for (long beganNs = System.nanoTime();
                    simulation.intervals.size() < 2 && System.nanoTime() - beganNs < 3 * SECOND; ) {
                LockSupport.parkNanos(MS);
            }
            intervals.set(simulation.intervals.size());
            runner[0].stop();
            runner[0].stop();
            isOver(ended);
            returned.set(true);
        });
        assertThat(returned).isFalse();
        ended.countDown();
        assertThat(intervals).hasValueGreaterThanOrEqualTo(2);
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
    }

    @Test
    void anErrorInThePauseFailsTheRun() {
        simulation.whileRunning =
                runner -> CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS).execute(runner::stop);
        AtomicBoolean first = new AtomicBoolean(true);
        RunResult result = paused(() -> {
            if (first.getAndSet(false)) {
                throw new IllegalStateException("odd");
            }
        });
        assertThat(result.outcome()).isEqualTo(Outcome.failed("odd"));
    }

    // Counts by the broker of a backlog that stands since 7 s.

    private static final long STANDS_NS = 7_000_000_000L;

    /** One that agrees at once, but none from before, when the backlog still grew; another one when it cannot be late any more. */
    @ParameterizedTest
    @CsvSource({
        "2500, 0, true",
        "2500, 300000000, true",
        "2500, -1, false",
        "949, -1500000000, false",
        "949, 300000000, false",
        "949, " + (BacklogPhase.SETTLED_NS - 1) + ", false",
        "949, " + BacklogPhase.SETTLED_NS + ", true",
        "2600, " + BacklogPhase.SETTLED_NS + ", true"
    })
    void aCountOf2500IsTakenWhenItCanBeTrue(double messages, long afterNs, boolean isTaken) {
        assertThat(new BacklogPhase.BrokerCount(messages, STANDS_NS + afterNs).isOf(2_500, STANDS_NS))
                .isEqualTo(isTaken);
    }
}
