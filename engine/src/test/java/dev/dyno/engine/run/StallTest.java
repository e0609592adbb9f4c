package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FaultsRule;
import dev.dyno.model.verdict.RunEvidence;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stalls of a scripted broker. The thought experiment of HdrHistogram comes first: a constant rate, one message in flight, a broker
 * that stands still for the last second of every ten. One message in ten waits between 0 and 1 s.
 */
class StallTest extends SimulatedRun {

    private static final long SERVICE_NS = 1_000;
    private static final int PER_SECOND = 1_000;
    private static final SchedulesTest.Stall STALLS = new SchedulesTest.Stall(SECOND, 10 * SECOND, 0);
    /** Ten periods, and a half, so that the last stall is caught up with. */
    private static final int SECONDS = 105;

    /** The load begins when the runner has seen its probe: 1 us to serve it, and 5 ms until it looks again. */
    private static final String START = "5001us";

    /** A message takes 0.1 ms where a test says nothing else, and so does the probe before the look after 5 ms. */
    StallTest() {
        simulation.script("service", "100us").script("origin", "5100us");
    }

    private RunResult tenStalls() {
        return run(
                "service=1us; stall=1s every 10s; origin=%s; load constant %s/s; duration %ss",
                START, PER_SECOND, SECONDS);
    }

    /** The same by hand: each message begins when it is intended or when the one before it is done, whichever is later. */
    private static Histogram expectedResponse() {
        Histogram response = new Histogram(3);
        long done = 0;
        for (int i = 0; i < PER_SECOND * SECONDS; i++) {
            long intended = i * (SECOND / PER_SECOND);
            done = STALLS.done(Math.max(intended, done), SERVICE_NS);
            response.recordValue(done - intended);
        }
        return response;
    }

    /** Service time shows the stall in one message of each period. */
    @Test
    void responseAndEndToEndTimeShowWhatEachMessageWaited() {
        RunResult result = tenStalls();
        Histogram response = latency(result, Latency.RESPONSE);
        assertThat(response).isEqualTo(expectedResponse());
        assertThat(response.getTotalCount()).isEqualTo(PER_SECOND * SECONDS);
        // The ten periods have 0.9 s, and 100 messages before it to catch up with, 1 us each; three digits.
        double inTenPeriods = 100.0 / SECONDS;
        assertThat(response.getValueAtPercentile(100 - inTenPeriods) / 1e9).isBetween(0.8995, 0.9005);
        assertThat(response.getValueAtPercentile(100 - inTenPeriods / 10) / 1e9).isBetween(0.9895, 0.9905);
        assertThat(latency(result, Latency.END_TO_END)).isEqualTo(response);
        Histogram service = latency(result, Latency.SEND_ACK);
        assertThat(service.getCountBetweenValues(SECOND / 2, 2 * SECOND)).isEqualTo(10);
        assertThat(service.getValueAtPercentile(99)).isEqualTo(SERVICE_NS);
        assertThat(result.ledger().lost()).isZero();
    }

    /** All that became due while an earlier message was in flight: the first and those behind it. */
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void everyMessageThatWaitedForAnEarlierOneIsCountedAsBlockedWithItsTime(SendMode mode) {
        simulation.mode = mode;
        RunResult result = tenStalls();
        long done = 0;
        Histogram waited = new Histogram(3);
        for (int i = 0; i < PER_SECOND * SECONDS; i++) {
            long intended = i * (SECOND / PER_SECOND);
            if (intended < done) {
                waited.recordValue(done - intended);
            }
            done = STALLS.done(Math.max(intended, done), SERVICE_NS);
        }
        assertThat(waited.getTotalCount()).isGreaterThan(9_990);
        assertThat(result.measured().blocked()).isEqualTo(waited.getTotalCount());
        assertThat(result.latencies().get(Latency.BLOCKED_TIME)).contains(waited);
        assertThat(reasons(result)).doesNotContain("send-delay");
    }

    // Stalls and the notes on them: 1,000/s for 12 s, each message served in 0.1 ms.

    private RunEvidence facts(String stall) {
        simulation.set("stall=%s; load constant 1000/s; maxPending 100; duration 12s", stall);
        return facts();
    }

    private RunEvidence facts() {
        RunResult result = simulation.run();
        OverTimeCollector seconds = new OverTimeCollector();
        simulation.intervals.forEach(seconds::add);
        return new RunEvidence(result, seconds.build(result));
    }

    private static List<String> outages(RunEvidence facts) {
        return facts.overTime().outages().stream().map(FaultsRule::headline).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "3.2s at 5s,     3.2 s, 5 s,    3.2 s at 5 s",
        "3.2s at 7s,     3.2 s, 7 s,    3.2 s at 7 s",
        "3.2s at 7.4s,   3.2 s, 7.4 s, 3.2 s at 7.4 s",
        "2s at 3.8s,     2 s, 3.8 s, 2 s at 3.8 s",
        // No second of the clock is without an acknowledgement.
        "1.7s at 5.2s,   1.7 s, 5.2 s, 1.7 s at 5.2 s",
        "1.1s at 5.6s,   1.1 s, 5.6 s, 1.1 s at 5.6 s",
        // More seconds than the rest of the load.
        "7s at 4.4s,     7 s, 4.4 s, 7 s at 4.4 s",
        // Until the end of the load, and beyond it.
        "3.2s at 9s,     3.2 s, 9 s,    3.2 s at 9 s",
    })
    void freezeIsNamedWithItsLengthAndItsBeginning(String stall, String length, String at, String outage) {
        RunEvidence facts = facts(stall);
        assertThat(sentence(facts.run(), "stalls")).contains(" is set by 1 stall of " + length + ", at " + at + ".");
        assertThat(outages(facts)).containsExactly(outage);
        assertThat(sentence(facts.run(), "outage")).startsWith("Outage of " + outage + ": ");
    }

    /** Messages that had waited 5 s when the drain ended: the outage lasts until the end of the load, as far as it was seen. */
    @Test
    void freezeThatOutlastsTheDrainLastsUntilTheEndOfTheLoad() {
        simulation.drain = Duration.ofSeconds(2);
        RunEvidence facts = facts("60s at 9s");
        assertThat(outages(facts)).containsExactly("3 s at 9 s, until the end of the load");
    }

    /**
     * A broker is killed while it serves the message of 3 s, and comes back at 5.5 s, with the attempt to reconnect that follows its
     * restart. That message stays in doubt to the end of the run, 9 s after it was due: no stall of its own.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 2})
    void messagesInDoubtAfterABreakAreOfTheSameStall(long drainMs) {
        SimulatedFaults.plan(simulation, "kill 3.00005s", "restart 5s");
        simulation.set("delivery=%sms; load constant 1000/s; maxPending 100; duration 12s", drainMs);
        RunEvidence facts = facts();
        assertThat(facts.run().ledger().inDoubt()).isEqualTo(1);
        assertThat(sentence(facts.run(), "stalls")).contains(" is set by 1 stall of 2.5 s, at 3 s.");
    }

    @Test
    void loadOfLessThanOneMessageASecondHasNoOutage() {
        simulation.set("load constant 20/min; duration 2m");
        assertThat(outages(facts())).isEmpty();
    }

    /** A message or two are lost; the broker never stands still. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                every 10   | constant 30/min                 | 38s
                every 9000 | burst 1000/s for 5s, 0/s for 5s | 30s
                every 60   | constant 3/s poisson            | 38s
                """)
    void pausesOfALoadThatLosesMessagesAreNeitherStallsNorOutages(String lost, String load, String duration) {
        simulation.set("lose=%s; load %s; duration %s", lost, load, duration);
        RunEvidence facts = facts();
        assertThat(facts.run().ledger().lost()).isPositive();
        assertThat(findings(facts.run())).doesNotContain("stalls");
        assertThat(outages(facts)).isEmpty();
    }

    @Test
    void outageUnderPoissonLoadBeginsWithTheLastAcknowledgementBeforeIt() {
        simulation.script("stall", "4s at 20.5s");
        simulation.load = Schedule.constant(Rate.perSecond(1_000)).withArrivals(ArrivalProcess.POISSON);
        simulation.set("maxPending 0; duration 40s");
        List<Outage> found = facts().overTime().outages();
        assertThat(found).hasSize(1);
        // The last acknowledgement before is a few ms away; 10 ms without an arrival are drawn once in 20,000 times.
        assertThat(found.get(0).fromNs() / 1e9).isBetween(20.49, 20.51);
        assertThat(found.get(0).seconds()).isBetween(3.99, 4.01);
    }
}
