package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.result.Counts;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.Verdict;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.Verdict.Reason;
import dev.dyno.result.WorkerUsage;
import dev.dyno.workload.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten seconds at 2,000 a second, faultless, and then one thing wrong at a time: just not, and just so. */
class JudgeTest {

    private Outcome outcome = Outcome.SUCCESS;
    private AcknowledgedBy acknowledgedBy = AcknowledgedBy.BROKER;
    private boolean produces = true;
    private boolean consumes = true;
    private double intendedPerSecond = 2_000;
    private Counts total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 0, 0);
    private Counts measured = new Counts(20_000, 0, 20_000, 20_000, 0, 0, 0, 0);
    private final Latencies latencies = new Latencies();
    private LedgerCounts ledger = new LedgerCounts(21_000, 21_000, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
    private WorkerUsage worker = new WorkerUsage(10, 5, 0, Optional.of(0.5));
    private List<ResourceSummary> resources = List.of();
    private List<Double> ratePerInterval = List.of(2_000.0, 2_000.0, 2_000.0, 2_000.0);
    private long waitingAtEnd;
    private Outgoing.Slots slots = new Outgoing.Slots(21_000, 0);
    private int runsSeen = 1;
    private List<FaultResult> faults = List.of();
    private List<Fault> faultsLeft = List.of();
    private boolean brokerAway;

    private Verdict verdict() {
        LoadFigures load = new LoadFigures(
                1_000_000_000,
                (long) (worker.seconds() * 1e9),
                0,
                intendedPerSecond,
                total,
                measured,
                latencies,
                ledger,
                worker,
                resources,
                ratePerInterval,
                waitingAtEnd,
                slots,
                runsSeen,
                faults,
                brokerAway);
        return Judge.judge(
                new Judge.Evidence(outcome, acknowledgedBy, produces, consumes, load, 2, faultsLeft, Optional.empty()));
    }

    private void assertValid() {
        assertThat(verdict()).isEqualTo(new Verdict(Level.VALID, List.of()));
    }

    private void assertReason(Level level, String code, String sentence) {
        assertThat(verdict()).isEqualTo(new Verdict(level, List.of(new Reason(level, code, sentence))));
    }

    private static LedgerCounts ledgerOf(long lost, long duplicate, long corrupt, boolean exact) {
        return new LedgerCounts(21_000, 21_000 - lost, lost, duplicate, 5, corrupt, 6, 7, 8, 0, true, exact);
    }

    private void measured(long sent, long received) {
        measured = new Counts(sent, 0, sent, received, 0, 0, 0, 0);
    }

    private void latency(Latency latency, long count, long valueNs) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(valueNs, count);
        latencies.add(latency, histogram);
    }

    @Test
    void aFaultlessRunIsValid() {
        latency(Latency.END_TO_END, 20_000, 1_000);
        latency(Latency.SCHEDULE_DELAY, 20_000, 1_000);
        assertValid();
    }

    @Test
    void whatIsOrdinaryIsNoReason() {
        // Reordered, stale, in doubt: told in the ledger.
        ledger = ledgerOf(0, 0, 0, true);
        assertValid();
        outcome = Outcome.INTERRUPTED;
        assertValid();
    }

    @Test
    void aFailedRunIsInvalidWithItsCause() {
        outcome = Outcome.failed("connection reset");
        assertReason(Level.INVALID, "run-failed", "the run failed: connection reset");
        measured(0, 0);
        intendedPerSecond = 0;
        assertReason(Level.INVALID, "run-failed", "the run failed: connection reset");
    }

    @Test
    void aRunWithoutAMessageIsInvalid() {
        intendedPerSecond = 0;
        measured(0, 1);
        assertValid();
        measured(1, 0);
        assertValid();
        measured(0, 0);
        assertReason(Level.INVALID, "nothing-measured", "nothing was sent or received in the measured phase");
    }

    @Test
    void oneLostMessageMakesItInvalid() {
        ledger = ledgerOf(1, 0, 0, true);
        assertReason(
                Level.INVALID,
                "messages-lost",
                "1 of 21,000 messages that should have come had not when the drain ended");
    }

    @Test
    void aConsumerAloneCannotKnowThatAMessageIsLost() {
        ledger = ledgerOf(1, 0, 0, true);
        produces = false;
        assertReason(
                Level.SUSPECT,
                "sequence-gaps",
                "1 of 21,000 messages up to the last ones had not come: lost, still under way, or taken by consumers that"
                        + " are not of this run");
    }

    @Test
    void corruptMessagesMakeItInvalid() {
        ledger = ledgerOf(0, 0, 1, true);
        assertReason(Level.INVALID, "messages-corrupt", "1 messages were not whole");
    }

    @Test
    void duplicatesAreSuspect() {
        ledger = ledgerOf(0, 1, 0, true);
        assertReason(Level.SUSPECT, "messages-duplicated", "1 deliveries were duplicates");
    }

    @Test
    void anInexactLedgerIsSuspect() {
        ledger = ledgerOf(0, 0, 0, false);
        assertReason(Level.SUSPECT, "ledger-overflow", "more gaps than the ledger remembers: its counts are bounds");
    }

    @Test
    void failedSendsAreSuspect() {
        total = new Counts(21_000, 0, 20_999, 20_999, 1, 0, 0, 0);
        assertReason(Level.SUSPECT, "sends-failed", "1 of 21,000 sends failed");
    }

    @Test
    void acknowledgementsOfTheClientAreSuspectWhereThereAreSends() {
        acknowledgedBy = AcknowledgedBy.CLIENT;
        assertReason(
                Level.SUSPECT,
                "acknowledged-by-client",
                "sends were completed by the client library, not by the broker: send and response times say nothing about"
                        + " the broker");
        produces = false;
        assertValid();
    }

    @ParameterizedTest
    @CsvSource({"19800, true", "19799, false"})
    void theRateIsReachedFromNinetyNinePercentOn(long sent, boolean reached) {
        measured(sent, 20_000);
        if (reached) {
            assertValid();
        } else {
            assertReason(Level.SUSPECT, "rate-missed", "1,980 messages a second were sent of the 2,000 intended");
        }
    }

    @Test
    void withoutAScheduleNoRateIsMissed() {
        intendedPerSecond = 0;
        measured(1, 1);
        assertValid();
    }

    @ParameterizedTest
    @CsvSource({"21, true", "22, false"})
    void oneInAThousandMayBeUnsentAtTheEnd(long unsent, boolean valid) {
        slots = new Outgoing.Slots(21_000, unsent);
        if (valid) {
            assertValid();
        } else {
            assertReason(
                    Level.SUSPECT,
                    "unsent-at-end",
                    "22 of 21,000 messages were due before the end of the load and not sent any more: what delayed them"
                            + " is in no latency");
        }
    }

    @Test
    void whatIsUnsentIsNotToldTwice() {
        slots = new Outgoing.Slots(21_000, 10_000);
        measured(10_000, 10_000);
        assertReason(Level.SUSPECT, "rate-missed", "1,000 messages a second were sent of the 2,000 intended");
    }

    @Test
    void theScheduleDelayIsJudgedByItsNinetyNinthPercentile() {
        latency(Latency.SCHEDULE_DELAY, 9_900, 1_000);
        latency(Latency.SCHEDULE_DELAY, 100, 50_000_000);
        assertValid();
        latency(Latency.SCHEDULE_DELAY, 1, 50_000_000);
        assertReason(
                Level.SUSPECT,
                "schedule-delay",
                "one message in a hundred was sent 50.0 ms late or later: the load came in bursts");
    }

    @ParameterizedTest
    @CsvSource({"9990000, true", "10010000, false"})
    void aScheduleDelayOfTenMillisecondsIsTheBound(long delayNs, boolean valid) {
        latency(Latency.SCHEDULE_DELAY, 20_000, delayNs);
        assertThat(verdict().level()).isEqualTo(valid ? Level.VALID : Level.SUSPECT);
    }

    @ParameterizedTest
    @CsvSource({"10000, true", "9999, false"})
    void fewerThanTenThousandSamplesAreTooFew(long count, boolean enough) {
        latency(Latency.END_TO_END, count, 1_000);
        // The headline is end to end; what the producers measured does not make up for it.
        latency(Latency.RESPONSE, 20_000, 1_000);
        if (enough) {
            assertValid();
        } else {
            assertReason(
                    Level.SUSPECT,
                    "few-samples",
                    "9,999 messages were measured: too few for the 99.9th percentile and beyond");
        }
    }

    @Test
    void producersAloneAreJudgedByTheirResponseTimes() {
        consumes = false;
        latency(Latency.RESPONSE, 9_999, 1_000);
        assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("few-samples");
    }

    @Test
    void negativeLatenciesAreSuspect() {
        total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 1, 0);
        assertReason(
                Level.SUSPECT,
                "negative-latency",
                "1 latencies were below zero and are in no histogram: the clocks disagree");
    }

    @Test
    void foreignClocksAreSuspect() {
        total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 0, 1);
        assertReason(
                Level.SUSPECT,
                "foreign-clock",
                "1 messages were timed by another host's clock: they have no transfer and end-to-end time");
    }

    @Test
    void severalRunsAreSuspect() {
        runsSeen = 2;
        assertReason(Level.SUSPECT, "several-runs", "messages of 2 runs were counted together: name one with --run-id");
    }

    @ParameterizedTest
    @CsvSource({"19.0, true", "19.01, false"})
    void aWorkerThatUsesAllProcessorsIsSaturated(double cpuSeconds, boolean valid) {
        worker = new WorkerUsage(10, cpuSeconds, 0, Optional.of(0.96));
        if (valid) {
            // Not the worker, but somebody is.
            assertReason(
                    Level.SUSPECT,
                    "processors-saturated",
                    "the host's 2 processors were 96 % busy, 1.9 of them with the load generator: whatever else runs here,"
                            + " the broker too, competed with it");
        } else {
            assertReason(
                    Level.SUSPECT,
                    "worker-saturated",
                    "the load generator used 1.9 of 2 processors: it may be the limit, not the broker");
        }
    }

    @ParameterizedTest
    @CsvSource({"0.95, true", "0.951, false"})
    void aHostThatIsBusyIsSuspect(double busy, boolean valid) {
        worker = new WorkerUsage(10, 5, 0, Optional.of(busy));
        assertThat(verdict().reasons())
                .extracting(Reason::code)
                .isEqualTo(valid ? List.of() : List.of("processors-saturated"));
    }

    @Test
    void aHostThatDoesNotTellIsNoReason() {
        worker = new WorkerUsage(10, 5, 0, Optional.empty());
        assertValid();
        worker = WorkerUsage.NONE;
        intendedPerSecond = 0;
        assertValid();
    }

    @ParameterizedTest
    @CsvSource({"0.5, true", "0.51, false"})
    void garbageCollectionForMoreThanOneTwentiethIsSuspect(double gcSeconds, boolean valid) {
        worker = new WorkerUsage(10, 5, gcSeconds, Optional.of(0.5));
        if (valid) {
            assertValid();
        } else {
            assertReason(Level.SUSPECT, "worker-gc", "the load generator spent 5 % of the time in garbage collections");
        }
    }

    @ParameterizedTest
    @CsvSource({"800, true", "799, false"})
    void anAllOutRateMustBeSteady(double secondHalf, boolean valid) {
        intendedPerSecond = 0;
        ratePerInterval = List.of(900.0, 1_100.0, secondHalf, secondHalf);
        if (valid) {
            assertValid();
        } else {
            assertReason(
                    Level.SUSPECT,
                    "rate-not-steady",
                    "the rate was 1,000/s in the first half of the measured phase and 799/s in the second: a longer warmup"
                            + " may help");
        }
    }

    @Test
    void steadinessNeedsSomeIntervalsAndNoSchedule() {
        ratePerInterval = List.of(10.0, 1_000.0, 1_000.0, 1_000.0);
        assertValid();
        intendedPerSecond = 0;
        assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("rate-not-steady");
        ratePerInterval = List.of(10.0, 1_000.0, 1_000.0);
        assertValid();
    }

    @ParameterizedTest
    @CsvSource({"20000, 2000, true", "20000, 2001, false", "5000, 1000, true", "5000, 1001, false"})
    void aBacklogOfMoreThanASecondHasGrown(long sent, long waiting, boolean valid) {
        intendedPerSecond = 0;
        measured(sent, sent);
        waitingAtEnd = waiting;
        if (valid) {
            assertValid();
        } else {
            assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("backlog-grew");
            assertThat(verdict().level()).isEqualTo(Level.SUSPECT);
            produces = false;
            assertValid();
        }
    }

    @Test
    void theWorstReasonIsTheLevelAndComesFirst() {
        ledger = ledgerOf(3, 2, 0, true);
        runsSeen = 2;
        Verdict verdict = verdict();
        assertThat(verdict.level()).isEqualTo(Level.INVALID);
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .containsExactly("messages-lost", "messages-duplicated", "several-runs");
    }

    private static ResourceSummary cores(String subject, ResourceMetric metric, double mean) {
        return new ResourceSummary(
                subject,
                Map.of(metric.tag(), new ResourceSummary.Values(10, 0, mean, 9, 0, Optional.of(10 * mean))),
                Map.of());
    }

    @Test
    void aBrokerThatCompetesWithTheLoadIsNamed() {
        worker = new WorkerUsage(10, 9, 0, Optional.of(0.96));
        resources = List.of(cores(ResourceSample.BROKER, ResourceMetric.CPU, 0.875));
        assertReason(
                Level.SUSPECT,
                "processors-saturated",
                "the host's 2 processors were 96 % busy, 0.9 of them with the load generator and 0.9 with the broker: they"
                        + " competed");
    }

    @Test
    void whatElseRunsOnTheHostIsAReasonWhenItIsMuch() {
        // Half a core is a quarter of two; the worker has half a core.
        resources = List.of(
                cores(ResourceSample.BROKER, ResourceMetric.CPU, 0.25),
                cores(ResourceSample.HOST, ResourceMetric.CPU, 1.25));
        assertValid();
        resources = List.of(
                cores(ResourceSample.BROKER, ResourceMetric.CPU, 0.25),
                cores(ResourceSample.HOST, ResourceMetric.CPU, 1.375));
        assertReason(
                Level.SUSPECT,
                "others-busy",
                "0.6 of 2 processors were busy with neither the broker nor the load generator: the numbers depend on what"
                        + " else runs here");
        // Of half the load, the other half may be what runs there.
        consumes = false;
        assertValid();
    }

    @Test
    void whatElseRunsIsNotKnownWhereTheBrokersProcessIsNot() {
        resources = List.of(cores(ResourceSample.HOST, ResourceMetric.CPU, 2));
        assertValid();
    }

    @Test
    void processorsThatTheHostGaveToOthersAreAReason() {
        resources = List.of(cores(ResourceSample.HOST, ResourceMetric.CPU_STOLEN, 0.04));
        assertValid();
        resources = List.of(cores(ResourceSample.HOST, ResourceMetric.CPU_STOLEN, 0.0625));
        assertReason(
                Level.SUSPECT,
                "processors-stolen",
                "this virtual machine missed 0.06 of its 2 processors, which its host gave to others");
    }
}
