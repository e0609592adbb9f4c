package dev.dyno.model.verdict;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.ThresholdAnswer;
import dev.dyno.model.threshold.ThresholdAnswer.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Marks but for Dyno's own delay, which {@link OwnDelayRuleTest} has. */
class MarksTest extends JudgedRun {

    /** Ten messages beyond a percentile make it known. */
    @ParameterizedTest
    @CsvSource({
        "12, SUSPECT, '', p50",
        "19, SUSPECT, '', p50",
        "20, SUSPECT, p50, p90",
        "99, SUSPECT, p50, p90",
        "100, VALID to p90, p90, p99",
        "999, VALID to p90, p90, p99",
        "1000, VALID to p99, p99, p99.9",
        "9999, VALID to p99, p99, p99.9",
        "10000, VALID to p99.9, p99.9, p99.99",
        "100000, VALID to p99.99, p99.99, ''"
    })
    void reachEndsWhereFewerThanTenMessagesLieBeyond(long count, String text, String reach, String few) {
        latency(Latency.END_TO_END, count, 1_000_000);
        assertThat(verdict().text()).isEqualTo(text);
        assertThat(verdict().reach().map(Percentile::title).orElse("")).isEqualTo(reach);
        assertThat(verdict().marks().keySet().stream().findFirst().orElse(""))
                .isEqualTo(few.isEmpty() ? "" : "end-to-end-" + few);
    }

    @Test
    void fewHasTheNumberBeyond() {
        latency(Latency.RESPONSE, 12, 1_000_000);
        assertThat(verdict().marks().get("response-p50")).isEqualTo(new FigureMark(Kind.FEW, 0.6));
        assertThat(verdict().limit()).contains("p50 of response: 6 messages lie beyond it, fewer than 10");
        assertThat(requireNonNull(verdict().marks().get("response-p90")).text())
                .isEqualTo("1 message lies beyond it, fewer than 10");
    }

    /** Deliveries are the broker's; of 20,000, twenty lie beyond p99.9 and two beyond p99.99. */
    @Test
    void whatTheClientAcknowledgedIsNotTheBrokersAndDeliveriesAre() {
        acknowledgedByClient = true;
        latency(Latency.RESPONSE, 20_000, 1_000_000);
        assertThat(verdict().text()).isEqualTo("SUSPECT");
        assertThat(verdict().limit()).contains("p50 of response: the client library acknowledged, not the broker");
        latency(Latency.END_TO_END, 20_000, 2_000_000);
        assertThat(verdict().text()).isEqualTo("VALID to p99.9");
        assertThat(verdict().limit()).contains("p99.99 of end-to-end: 2 messages lie beyond it, fewer than 10");
        assertThat(verdict().marks()).containsEntry("response-p50", new FigureMark(Kind.CLIENT, 1));
        assertThat(outcome("p99(response) < 500us")).isEqualTo(Outcome.MISSED);
        assertThat(outcome("p99(response) < 2ms")).isEqualTo(Outcome.UNDECIDED);
        assertThat(outcome("p99(end-to-end) < 2100us")).isEqualTo(Outcome.MET);
    }

    /**
     * Half of what was due, 2,000/s in place of 4,000/s: with a faster sender, it may have been up to 4,000/s. Of 1,000 bytes a message
     * it is 2 MB/s.
     */
    @Test
    void aRateIsDynosOwnWhereItsSendersLeftOutWhatWasDue() {
        due = new DueMessages(40_000, 20_000, 20_000, 0, 0);
        slotsDue = 42_000;
        slotsUnsent = 21_000;
        measured = new Counts(20_000, 0, 20_000, 20_000, 0, 0, 0, 0, 20_000_000, 20_000_000);
        assertThat(verdict().marks().get("sent-rate")).isEqualTo(new FigureMark(Kind.BEHIND, 0.5));
        assertThat(verdict().marks()).containsKey("throughput");
        assertThat(FigureMark.words(verdict().marks())).contains("received-rate=own:0.5");
        for (String rate : List.of("rate", "bytes-rate", "sent-bytes-rate", "received-bytes-rate")) {
            String unit = rate.equals("rate") ? "/s" : "kB/s";
            assertThat(outcome(rate + " > 1900" + unit)).as(rate).isEqualTo(Outcome.MET);
            assertThat(outcome(rate + " > 3900" + unit)).as(rate).isEqualTo(Outcome.UNDECIDED);
            assertThat(outcome(rate + " > 4100" + unit)).as(rate).isEqualTo(Outcome.MISSED);
        }
        // Sends that waited for the broker are the broker's.
        measured = new Counts(20_000, 19_999, 20_000, 20_000, 0, 0, 0, 0, 0, 0);
        assertThat(verdict().marks()).doesNotContainKey("sent-rate");
    }

    /** 1.95 of 2 processors were Dyno's: the broker may take more than the 2,000/s that were sent, but took those. */
    @Test
    void aRateIsDynosOwnWhereDynoUsedAllProcessors() {
        worker = new WorkerUsage(10, 19.5, 0, Optional.of(1.0));
        assertThat(verdict().marks()).as("the rate was held").doesNotContainKey("sent-rate");
        intendedPerSecond = 0;
        assertThat(verdict().marks().get("sent-rate")).isEqualTo(new FigureMark(Kind.FULL, 0.975));
        assertThat(requireNonNull(verdict().marks().get("received-rate")).text())
                .isEqualTo("Dyno used 97.5 % of its processors, so the broker may take more");
        assertThat(outcome("rate > 1900/s")).isEqualTo(Outcome.MET);
        assertThat(outcome("rate > 2100/s")).isEqualTo(Outcome.UNDECIDED);
        assertThat(outcome("rate < 1900/s")).isEqualTo(Outcome.MISSED);
    }

    /** Groups of the run: with that many messages due, of which some were unsent. */
    private RunResult withGroups(long... unsent) {
        Map<String, GroupResult> groups = new TreeMap<>();
        for (int i = 0; i < unsent.length; i++) {
            long sent = 10_000 - unsent[i];
            Counts counts = new Counts(sent, 0, sent, 0, 0, 0, 0, 0, sent, 0);
            DueMessages own = new DueMessages(10_000, sent, unsent[i], 0, 0);
            groups.put("p" + i, new GroupResult(counts, counts, new Latencies(), own, LedgerCounts.EMPTY, Map.of()));
        }
        groups.put("consumers", new GroupResult(total, measured, latencies, DueMessages.NONE, ledger, Map.of()));
        RunResult run = result().with(parts -> parts.groups = groups);
        return Marks.onGroups(new RunEvidence(run)).withVerdict(Rules.judge(new RunEvidence(run)));
    }

    /** Half of what p1 had to send was left out, and nothing of p0; a quarter of all, as far as consumers know. */
    @Test
    void ratesOfGroupsAreDynosOwnWhereTheirsAre() {
        due = new DueMessages(20_000, 15_000, 5_000, 0, 0);
        slotsDue = 20_000;
        slotsUnsent = 5_000;
        RunResult run = withGroups(0, 5_000);
        assertThat(marks(run, "p0")).doesNotContainKey("sent-rate");
        assertThat(marks(run, "p1").get("sent-rate")).isEqualTo(new FigureMark(Kind.BEHIND, 0.5));
        assertThat(marks(run, "consumers").get("received-rate")).isEqualTo(new FigureMark(Kind.BEHIND, 0.25));
        assertThat(outcome("p0/sent-rate > 999/s", run)).isEqualTo(Outcome.MET);
        assertThat(outcome("p0/sent-rate > 1001/s", run)).isEqualTo(Outcome.MISSED);
        assertThat(outcome("p1/sent-rate > 900/s", run)).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void ratesOfAllGroupsAreDynosOwnWhereItUsedAllProcessors() {
        worker = new WorkerUsage(10, 19.5, 0, Optional.of(1.0));
        intendedPerSecond = 0;
        RunResult run = withGroups(0);
        assertThat(marks(run, "p0").get("acknowledged-rate")).isEqualTo(new FigureMark(Kind.FULL, 0.975));
        assertThat(outcome("consumers/rate > 2001/s", run)).isEqualTo(Outcome.UNDECIDED);
    }

    private static Map<String, FigureMark> marks(RunResult run, String group) {
        return requireNonNull(run.groups().get(group)).marks();
    }

    private Outcome outcome(String condition) {
        return outcome(condition, result().withVerdict(verdict()));
    }

    private static Outcome outcome(String condition, RunResult run) {
        return ThresholdAnswer.of(Threshold.parse(condition), Numbers.of(run)).outcome();
    }

    /** A tenth of 10 ms: the clocks of two workers. */
    @ParameterizedTest
    @CsvSource({"490000, VALID to p99.9", "510000, SUSPECT"})
    void errorOfClocksMarksLatenciesOfTwoClocks(long boundNs, String text) {
        workers = RuleTableTest.workers(0, boundNs);
        latency(Latency.RESPONSE, 20_000, 10_000_000);
        latency(Latency.END_TO_END, 20_000, 10_000_000);
        assertThat(verdict().text()).isEqualTo(text);
        if (boundNs > 500_000) {
            assertThat(requireNonNull(verdict().marks().get("end-to-end-p50")).share())
                    .isCloseTo(0.102, within(0.0001));
            assertThat(verdict().limit()).contains("p50 of end-to-end: the clocks may differ by 10.2 % of it");
            assertThat(verdict().marks().keySet()).doesNotContain("response-p50");
        }
    }

    /**
     * 100 of 20,100 deliveries to several workers repeated earlier ones, and nobody knows which: 2,010 lie beyond p90 and 201 beyond
     * p99, so the p99 of the others is the 19,799th to the 19,900th value, 1 or 5 ms.
     */
    @Test
    void repeatedDeliveriesToSeveralWorkersMarkWhatTheyMayDecide() {
        ledger = new LedgerCounts(21_000, 21_000, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        latency(Latency.RESPONSE, 20_000, 500_000);
        latency(Latency.END_TO_END, 19_899, 1_000_000);
        latency(Latency.END_TO_END, 201, 5_000_000);
        assertThat(verdict().text()).isEqualTo("VALID to p99.9");
        workers = RuleTableTest.workers(0, 0);
        assertThat(verdict().text()).isEqualTo("VALID to p90");
        assertThat(verdict().marks().get("end-to-end-p99")).isEqualTo(new FigureMark(Kind.REPEATED, 100 / 201.0));
        assertThat(verdict().limit())
                .contains(
                        "p99 of end-to-end: 49.8 % of the messages that decide it may be repeated deliveries, which several"
                                + " workers do not tell from first ones");
        assertThat(outcome("p99(end-to-end) < 6ms")).isEqualTo(Outcome.MET);
        assertThat(outcome("p99(end-to-end) < 2ms")).isEqualTo(Outcome.UNDECIDED);
        assertThat(outcome("p99(end-to-end) < 900us")).isEqualTo(Outcome.MISSED);
    }

    /**
     * Among the same 20,100 deliveries, 2,010 lie beyond p90 and decide the mean: 201 repeated ones are a tenth of them. The 201 longest
     * decide the maximum: with 201 repeated ones or more that of the others is 1 or 5 ms.
     */
    @ParameterizedTest
    @CsvSource({
        "0, MET, MISSED",
        "1, MET, MISSED",
        "200, MET, MISSED",
        "201, MET, UNDECIDED",
        "202, UNDECIDED, UNDECIDED"
    })
    void repeatedDeliveriesToSeveralWorkersMarkMeanAndMaximum(long repeated, Outcome ofMean, Outcome ofMaximum) {
        ledger = ledgerOf(0, repeated, 0, true);
        workers = RuleTableTest.workers(0, 0);
        latency(Latency.END_TO_END, 19_899, 1_000_000);
        latency(Latency.END_TO_END, 201, 5_000_000);
        assertThat(Optional.ofNullable(verdict().marks().get("end-to-end-mean")))
                .isEqualTo(Optional.of(new FigureMark(Kind.REPEATED, repeated / 2_010.0))
                        .filter(mark -> repeated > 201));
        assertThat(Optional.ofNullable(verdict().marks().get("end-to-end-max")))
                .isEqualTo(Optional.of(new FigureMark(Kind.REPEATED, 1)).filter(mark -> repeated > 0));
        assertThat(outcome("mean(end-to-end) < 1100us")).isEqualTo(ofMean);
        assertThat(outcome("max(end-to-end) < 2ms")).isEqualTo(ofMaximum);
    }

    /** One message in flight at the end of a good run changes nothing; a hundredth of them end the reach at p99. */
    @ParameterizedTest
    @CsvSource({"1, VALID to p99.9", "210, VALID to p90", "30000, VALID for rates only"})
    void unfinishedMessagesMarkWhatTheyDecide(long unfinished, String text) {
        latency(Latency.RESPONSE, 20_000, 1_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 1_000_000, 1);
        latencies.addUnfinished(Latency.RESPONSE, 2_000_000, unfinished - 1);
        assertThat(verdict().text()).isEqualTo(text);
        if (unfinished == 210) {
            assertThat(verdict().marks().get("response-p99")).isEqualTo(new FigureMark(Kind.BOUND, 210 / 20_210.0));
            assertThat(verdict().limit())
                    .contains("p99 of response: 1.04 % of the messages were unfinished, and decide it");
        }
    }

    @Test
    void runWithoutLatenciesHasNoReach() {
        assertThat(verdict().text()).isEqualTo("VALID");
    }
}
