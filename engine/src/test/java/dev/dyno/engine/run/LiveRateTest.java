package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate is changed during a load, on virtual time: the new one holds from a second's boundary on, exactly to the message. */
class LiveRateTest extends SimulatedRun {

    private final List<LiveRate.Change> changes = new ArrayList<>();

    /** Changes the rate at 1.5 s and at 3.5 s of the clock, which is 5 ms before that of the load: from second 2 and 4 on. */
    private RunResult steered(double second, double third) {
        simulation.whileRunning = runner -> {
            simulation.time.schedule(1_500 * MS, () -> changes.add(runner.steer(second)));
            simulation.time.schedule(3_500 * MS, () -> changes.add(runner.steer(third)));
        };
        RunResult result = simulation.run();
        assertThat(changes)
                .containsExactly(new LiveRate.Change(2 * SECOND, second), new LiveRate.Change(4 * SECOND, third));
        return result;
    }

    private List<Long> bySecond(ToLongFunction<Counts> figure) {
        return simulation.intervals.stream()
                .filter(second -> second.phase() != Interval.Phase.DRAIN)
                .map(second -> figure.applyAsLong(second.counts()))
                .toList();
    }

    private static VerdictInputs conditions(RunResult result) {
        return result.conditions().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "1, ASYNC, 3000, 500",
        "7, ASYNC, 3000, 500",
        "1, SYNC, 3000, 500",
        "1, ASYNC, 0, 2000",
        "1, SYNC, 0, 2000",
        "7, ASYNC, 1, 0",
        "1, SYNC, 1, 0",
        "2, ASYNC, 0.5, 0.5"
    })
    void eachSecondHasTheMessagesOfItsRate(int producers, String mode, double second, double third) {
        simulation.set("load constant 1000/s; duration 6s; producers %s; mode %s; maxPending 10", producers, mode);
        RunResult result = steered(second, third);
        // Half a message a second is one in the first of two seconds.
        long odd = (long) second;
        long last = (long) third;
        assertThat(bySecond(Counts::sent))
                .containsExactly(1_000L, 1_000L, (long) Math.ceil(second), odd, (long) Math.ceil(third), last);
        assertThat(result.totals().skipped()).isZero();
        assertThat(conditions(result).slotsDue()).isEqualTo(result.totals().sent());
        assertThat(conditions(result).slotsUnsent()).isZero();
        assertThat(conditions(result).intendedPerSecond())
                .isEqualTo(result.totals().sent() / 6.0, within(1e-9));
        assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isLessThan(MS);
        assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
    }

    @ParameterizedTest
    @CsvSource({"1", "7"})
    void poissonArrivalsContinueAsPoissonArrivals(int producers) {
        Schedule first = Schedule.constant(Rate.perSecond(1_000)).withArrivals(ArrivalProcess.POISSON);
        simulation.load = first;
        simulation.set("duration 6s; producers %s; maxPending 100", producers);
        RunResult result = steered(3_000, 500);
        long sent = 0;
        long fromNs = 0;
        for (long perSecond : new long[] {1_000, 3_000, 500}) {
            Schedule schedule = Schedule.constant(Rate.perSecond(perSecond)).withArrivals(ArrivalProcess.POISSON);
            long seed = fromNs == 0 ? simulation.seed : Seeds.derive(simulation.seed, fromNs);
            sent += arrivals(schedule, producers, seed, 2 * SECOND);
            fromNs += 2 * SECOND;
        }
        assertThat(result.totals().sent()).isEqualTo(sent);
        // Five standard deviations of a sum of 9,000 expected ones.
        assertThat((double) sent).isCloseTo(9_000, within(5 * Math.sqrt(9_000)));
        assertThat(conditions(result).slotsUnsent()).isZero();
        assertThat(conditions(result).intendedPerSecond()).isEqualTo(1_500, within(1.0));
    }

    /**
     * A broker that serves 1,000/s one after the other is asked for 2,000/s: message k is sent at k ms, and is due at k / 2 ms.
     * After two seconds 2,000 are sent, and the other 2,000 are dropped; from then on each is served within its ms.
     */
    @ParameterizedTest
    @CsvSource({"ASYNC, 1", "ASYNC, 4", "SYNC, 1"})
    void whatIsDueAndNotSentAtAChangeIsDroppedAndCounted(String mode, int maxPending) {
        simulation.set("load constant 2000/s; duration 6s; service=1ms; mode %s; maxPending %s", mode, maxPending);
        RunResult result = steered(500, 100);
        int ahead = mode.equals("SYNC") ? 0 : maxPending - 1;
        assertThat(bySecond(Counts::sent)).containsExactly(1_000L + ahead, 1_000L, 500L, 500L, 100L, 100L);
        assertThat(bySecond(Counts::skipped)).containsExactly(0L, 0L, 2_000L - ahead, 0L, 0L, 0L);
        assertThat(conditions(result).slotsDue()).isEqualTo(4_000 + 1_000 + 200);
        assertThat(conditions(result).slotsUnsent()).isZero();
        assertThat(bySecond(Counts::acknowledged).subList(3, 6)).containsExactly(500L, 100L, 100L);
        // The first of them waits for at most those in flight, and hands its wait on: 500/s leave 1 ms of 2 unused.
        Interval last = simulation.intervals.get(5);
        assertThat(last.latencies().get(Latency.RESPONSE).orElseThrow().getMaxValue())
                .isBetween(MS, 2 * MS);
        assertThat(result.latencies().get(Latency.SEND_DELAY).orElseThrow().getCountBetweenValues(MS, Long.MAX_VALUE))
                .isBetween(1_900L, 2_100L);
        // The wait for the broker is not taken for a delay of Dyno's own, on either side of the change.
        assertThat(result.latencies().ownDelaysAsMap()).isEmpty();
        if (maxPending == 1) {
            Latencies afterwards = simulation.intervals.get(4).latencies();
            assertThat(afterwards.percentile(Latency.RESPONSE, 99).orElseThrow().lowNs())
                    .isBetween(MS, 2 * MS);
        }
    }

    /** A transaction is left open at a change to another rate, but not in a pause. */
    @ParameterizedTest
    @CsvSource({"0, 1000, 14", "3000, 500, 30"})
    void whatIsSentBeforeAPauseIsCommittedBeforeIt(double second, double third, long commits) {
        simulation.set("load constant 1000/s; duration 6s; mode TRANSACTED; commitInterval 300");
        RunResult result = steered(second, third);
        assertThat(latency(result, Latency.COMMIT).getTotalCount()).isEqualTo(commits);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isLessThan(SECOND);
        assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
    }

    /** The coordinator decides a second before the start, and the worker learns of it half a second later. */
    @ParameterizedTest
    @ValueSource(strings = {"0s", "1800ms"})
    void aChangeThatAWorkerLearnsOfBeforeItsLoadHoldsFromTheStart(String warmup) {
        simulation.set("load constant 1000/s; duration 3s; maxPending 10; warmup " + warmup);
        SimulatedGroup group = new SimulatedGroup(1, simulation, new Simulation());
        group.joint.onRateChange(changes::add);
        LiveRate.Change change = group.joint.steer(500);
        assertThat(changes).containsExactly(new LiveRate.Change(0, 500));
        simulation.whileRunning =
                runner -> simulation.time.schedule(SimulatedGroup.START_NS / 2, () -> runner.steer(change));
        group.new Member(0, simulation).run();
        RunResult result = group.result();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().sent()).isEqualTo(1_500);
        assertThat(conditions(result).slotsDue()).isEqualTo(1_500);
    }

    /** Numbers of messages do not say any more when they were due, but the times at which some were sent do. */
    @Test
    void theBoundsOfLostMessagesCountFromWhenTheyWereDue() {
        simulation.set("load constant 100/s; duration 6s; lose=every 500; drain 10s");
        RunResult result = steered(1, 1_000);
        // The probe is the first message that the broker takes, so number 499 of the load is lost: at 4.297 s, after
        // 200 and 2.
        assertThat(result.ledger().lost()).isPositive();
        long untilNs = 6 * SECOND + result.drainNs();
        assertThat((double) result.latencies()
                        .unfinished(Latency.END_TO_END)
                        .orElseThrow()
                        .getMaxValue())
                .isCloseTo((double) (untilNs - 4_297 * MS), within(0.01 * untilNs));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                load all-out; service=1ms              | is all-out
                load ramp 10/s to 20/s in 3s           | is ramp 10/s to 20/s in 3s
                load constant 10/s; messageCount 10000 | without a count
                load constant 10/s; producerSpan 1s    | a start or a stop
                """)
    void otherLoadsAreRefusedInOneSentence(String load, String why) {
        simulation.set(load + "; duration 3s");
        List<String> refusals = new ArrayList<>();
        simulation.whileRunning = runner ->
                simulation.time.schedule(1_500 * MS, () -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> runner.steer(100))
                        .satisfies(refused -> refusals.add(String.valueOf(refused.getMessage()))));
        simulation.run();
        assertThat(refusals).singleElement().asString().contains(why);
    }

    @Test
    void aLoadThatHasNotBegunIsNotChanged() {
        simulation.set("load constant 10/s; duration 3s");
        assertThatIllegalStateException().isThrownBy(() -> simulation.runner().steer(100));
    }
}
