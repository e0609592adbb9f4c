package dev.dyno.engine.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.proxy.WireConditions;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.selftest.CalibrationLoad.Event;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Reports of a simulated broker on virtual time, beside a wire on paper. Message {@code i} is due {@code 5 i} ms after the first
 * and sent at once; the broker answers 1 ms later and delivers 3 ms after that.
 */
class CalibrationCheckTest {

    private static final long MILLI_NS = 1_000_000;
    private static final long START_NS = 77;
    private static final long OVER_NS = START_NS + 100_000 * MILLI_NS;
    private static final CalibrationLoad LOAD =
            new CalibrationLoad("on paper", 100, WireConditions.CLEAR, Optional.empty());
    private static final Drivers SIMULATED = (target, time) ->
            new SimDriver().open(new ClientSpec(target.url(), target.credentials(), target.properties(), time));

    /** The broker stands still from shortly before the message that is due at 8.5 s, until after the drain. */
    private static final String STALL = "60s at 8502ms";

    private static final int FIRST_STALLED = 1_700;

    private static RunResult run(String stall) {
        SelftestRunner runner = new SelftestRunner(SIMULATED, new VirtualTime(), () -> {});
        SelftestRunner.Setup setup = new SelftestRunner.Setup(
                "sim",
                Map.of("service", "1ms", "delivery", "3ms", "servers", "unlimited", "stall", stall),
                Schedule.constant(Rate.perSecond(CalibrationLoad.PER_SECOND)),
                CalibrationLoad.DURATION.toNanos(),
                0,
                LOAD.maxPending(),
                100);
        Workload workload = SelftestRunner.workload(setup);
        Phases phases = new Phases(CalibrationLoad.WARMUP, CalibrationLoad.DURATION, CalibrationLoad.DRAIN);
        return runner.run(
                setup,
                new Workload("on paper", workload.seed(), workload.producers(), workload.consumers(), phases),
                Threads.inline());
    }

    /** Passage of a message, with times in ms after it was due. */
    private static Passage passage(long dueNs, double sentMs, double answeredMs, double deliveredMs) {
        long sentNs = dueNs + (long) (sentMs * MILLI_NS);
        long answeredNs = dueNs + (long) (answeredMs * MILLI_NS);
        return new Passage(dueNs, sentNs, sentNs, answeredNs, dueNs + (long) (deliveredMs * MILLI_NS));
    }

    private static Passage stating(Passage one, long intendedNs, long sentNs) {
        return new Passage(intendedNs, sentNs, one.enteredNs(), one.answeredNs(), one.deliveredNs());
    }

    private static SortedMap<Long, Passage> wire(int messages, LongFunction<Passage> passages) {
        SortedMap<Long, Passage> wire = new TreeMap<>();
        for (long i = 0; i < messages; i++) {
            wire.put(i, passages.apply(START_NS + 5 * MILLI_NS * i));
        }
        return wire;
    }

    private static CalibrationCheck.Outcome check(RunResult result, SortedMap<Long, Passage> wire) {
        return check(LOAD, result, wire);
    }

    private static CalibrationCheck.Outcome check(
            CalibrationLoad load, RunResult result, SortedMap<Long, Passage> wire) {
        return new CalibrationCheck(
                        load,
                        new WireTruth(wire, result.due().orElseThrow().unsent(), OVER_NS),
                        new Calibration.Report(result, List.of()),
                        new Histogram(3))
                .outcome();
    }

    @Test
    void aReportThatSaysWhatPassedIsTrue() {
        CalibrationCheck.Outcome outcome = check(run("never"), wire(2_000, due -> passage(due, 0, 1, 4)));
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.late()).isEmpty();
        assertThat(outcome.lines())
                .filteredOn(line -> line.startsWith("  end-to-end"))
                .singleElement()
                .asString()
                .contains("4.0");
    }

    @Test
    void aLatencyThatIsReportedShorterThanItWasIsFound() {
        CalibrationCheck.Outcome outcome = check(run("never"), wire(2_000, due -> passage(due, 0, 1, 4.1)));
        assertThat(outcome.wrong()).hasSize(8).allSatisfy(sentence -> assertThat(sentence)
                .matches(
                        "on paper: (transfer|end-to-end), p(50|90|99|100) is reported as 4\\.00\\d ms; on the wire it was"
                                + " 4\\.(09|10)\\d ms, .*"));
        assertThat(outcome.late()).isEmpty();
    }

    @Test
    void aLatencyThatIsReportedLongerThanIsExplainedIsFound() {
        CalibrationCheck.Outcome outcome = check(run("never"), wire(2_000, due -> passage(due, 0, 1, 2.9)));
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.late()).hasSize(8);
    }

    @Test
    void aFewMessagesThatAreReportedTooFastAreFoundInTheHighPercentiles() {
        long slow = START_NS + 5 * MILLI_NS * 700;
        CalibrationCheck.Outcome outcome =
                check(run("never"), wire(2_000, due -> passage(due, 0, due == slow ? 30 : 1, 4)));
        assertThat(outcome.wrong()).hasSize(2).allSatisfy(sentence -> assertThat(sentence)
                .matches("on paper: (send ack|response), p100 is .*"));
    }

    @Test
    void messagesThatStateAnotherTimeThanTheScheduleAreFound() {
        SortedMap<Long, Passage> wire = wire(2_000, due -> passage(due, 0, 1, 4));
        wire.computeIfPresent(900L, (sequence, honest) -> stating(honest, honest.intendedNs() + 1, honest.sentNs()));
        wire.computeIfPresent(901L, (sequence, honest) -> stating(honest, honest.intendedNs(), honest.enteredNs() + 1));
        assertThat(check(run("never"), wire).wrong())
                .contains("on paper: intended times off the schedule: 0 in the report, and 1 on the wire.")
                .contains("on paper: send times before due or after the wire: 0 in the report, and 1 on the wire.");
    }

    /** From 8.5 s on 300 are due: 100 are in flight at the end of the load, and 200 were never sent. */
    private static SortedMap<Long, Passage> stalledWire(int sent) {
        long stalledNs = START_NS + 5 * MILLI_NS * FIRST_STALLED;
        return wire(
                sent,
                due -> due < stalledNs
                        ? passage(due, 0, 1, 4)
                        : new Passage(due, due, due, Passage.NEVER, Passage.NEVER));
    }

    @Test
    void aStallAcrossTheEndIsReportedWithAllThatWaited() {
        RunResult result = run(STALL);
        CalibrationCheck.Outcome outcome = check(result, stalledWire(FIRST_STALLED + 100));
        assertThat(outcome.wrong()).isEmpty();
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(200);
    }

    private static final Finding STALLED = Finding.note("stalls");

    /** The same, of a load that was stalled, with what was found in it. */
    private static CalibrationCheck.Outcome checkStalled(List<Finding> findings, long ownDelayNs) {
        CalibrationLoad stalled = new CalibrationLoad(
                "on paper",
                100,
                WireConditions.CLEAR,
                Optional.of(Event.stall(Duration.ofMillis(8_502), Duration.ofSeconds(60), Way.TO_SERVER)));
        RunResult result = run(STALL).withVerdict(Verdict.of(findings));
        Histogram ownDelay = new Histogram(3);
        ownDelay.recordValue(ownDelayNs);
        result.latencies().add(Latency.OWN_DELAY, ownDelay);
        return check(stalled, result, stalledWire(FIRST_STALLED + 100));
    }

    @Test
    void aStallThatTheReportDoesNotNameIsFound() {
        String row = "on paper: named; sentences that blame the generator: ";
        assertThat(checkStalled(List.of(), 0).wrong())
                .anySatisfy(sentence -> assertThat(sentence).startsWith(row + "0; none"));
        assertThat(checkStalled(List.of(STALLED), WireTruth.HELD_UP_NS).wrong())
                .noneSatisfy(sentence -> assertThat(sentence).startsWith(row));
    }

    /** The machine may have been busy: such a load is made once more. */
    @Test
    void aStallThatTheReportTakesForDynosOwnDelayIsFound() {
        List<Finding> blames = List.of(STALLED, Finding.suspect("send-delay"));
        // An own delay that is large beside the answers of the client library, but short beside the stall.
        assertThat(checkStalled(blames, WireTruth.HELD_UP_NS / 2).late())
                .noneSatisfy(sentence -> assertThat(sentence).contains("blame"));
        assertThat(checkStalled(blames, WireTruth.HELD_UP_NS).late())
                .contains(
                        "on paper: named; sentences that blame the generator: 1; some in the report, and 8.50–68.50 s on"
                                + " the wire.");
        assertThat(checkStalled(List.of(STALLED), WireTruth.HELD_UP_NS).late())
                .noneSatisfy(sentence -> assertThat(sentence).contains("blame"));
    }

    @Test
    void aMessageThatIsReportedAsUnsentAndHasPassedIsFound() {
        assertThat(check(run(STALL), stalledWire(FIRST_STALLED + 101)).wrong())
                .contains("on paper: not on the wire; unsent: 200 in the report, and 199 on the wire.");
    }

    @Test
    void aStallThatTheReportLeavesOutIsFound() {
        CalibrationCheck.Outcome outcome = check(run("never"), stalledWire(FIRST_STALLED + 100));
        assertThat(outcome.wrong())
                .anySatisfy(sentence -> assertThat(sentence).startsWith("on paper: response, p90 is reported as 1.0"))
                .anySatisfy(sentence -> assertThat(sentence).startsWith("on paper: end-to-end, p90 is reported as 4.0"))
                .contains("on paper: unsent or unacknowledged: 0 in the report, and 300 on the wire.");
    }
}
