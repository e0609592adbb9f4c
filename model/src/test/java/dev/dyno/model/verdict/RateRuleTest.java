package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.Verdict.Level;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateRuleTest extends JudgedRun {

    /** Late messages of the warm-up do not count as sent in the measured phase. */
    @Test
    void catchingUpWithTheWarmupDoesNotMakeUpForWhatWasDueInThePhase() {
        measured(24_100, 24_100);
        assertNote("rate-held", "The intended rate was held, 2,000 messages a second");
        due = new DueMessages(20_000, 15_000, 0, 0, 0);
        assertThat(verdict().reasons()).extracting(Finding::code).containsExactly("rate-missed");
    }

    /** 2,000 a second with a median of 200 ms: 400 are under way at any time, so at the end, too. */
    @ParameterizedTest
    @CsvSource({"19400, true", "19399, false"})
    void whatIsUnderWayAtAnyTimeMayBeSoAtTheEnd(long inTime, boolean reached) {
        latency(Latency.RESPONSE, 20_000, 200_000_000);
        due = new DueMessages(20_000, inTime, 0, 0, 0);
        assertThat(verdict().level()).isEqualTo(reached ? Level.VALID : Level.SUSPECT);
    }

    /**
     * 10 a second at random times, each answered after 100 ms: one is under way in the mean, and more than 1 + 3 + 1 by chance in 6 of
     * 10,000 runs. At regular times no more than that one are.
     */
    @ParameterizedTest
    @CsvSource({
        "constant 10/s poisson, 95, true",
        "constant 10/s poisson, 94, false",
        "constant 10/s, 99, true",
        "constant 10/s, 98, false",
    })
    void asManyMayBeUnderWayAtTheEndAsRandomArrivalsHaveByChance(String load, long inTime, boolean reached) {
        config = Map.of("producers", List.of(Map.of("load", load, "maxPending", 10, "mode", "ASYNC")));
        intendedPerSecond = 10;
        measured(100, 100);
        latency(Latency.RESPONSE, 100, 100_000_000);
        due = new DueMessages(100, inTime, 0, 0, 0);
        assertThat(verdict().reasons())
                .extracting(Finding::code)
                .hasSize(reached ? 0 : 1)
                .isSubsetOf("rate-missed");
    }

    /** Slots that were left out on purpose were due. */
    @Test
    void whatWasSkippedWasMissed() {
        due = new DueMessages(16_000, 16_000, 0, 0, 0);
        measured = new Counts(16_000, 0, 16_000, 16_000, 0, 4_000, 0, 0, 0, 0);
        total = new Counts(16_800, 0, 16_800, 16_800, 0, 4_200, 0, 0, 0, 0);
        String missed =
                "16,000 of the 20,000 messages due in the measured phase were served in it; 1,600 a second were handed over of"
                        + " the 2,000 due; 4,000 were left out, because their time was missed; ";
        assertSuspect("rate-missed", missed + "they did not wait for the broker");
        assertThat(verdict().marks().get("sent-rate")).isEqualTo(new FigureMark(FigureMark.Kind.BEHIND, 0.2));
        // Those that were left out in the warm-up are not of the measured rate.
        total = new Counts(16_000, 0, 16_000, 16_000, 0, 5_000, 0, 0, 0, 0);
        assertThat(verdict().marks().get("sent-rate")).isEqualTo(new FigureMark(FigureMark.Kind.BEHIND, 0.2));
        measured = new Counts(16_000, 4_010, 16_000, 16_000, 0, 4_000, 0, 0, 0, 0);
        assertSuspect("rate-missed", missed + "4,010 of 20,000 sends waited for the broker");
        assertThat(verdict().marks()).doesNotContainKey("sent-rate");
    }

    /** Twenty waited until the load ended, and were never sent. */
    @Test
    void noMoreSendsWaitedThanThereWere() {
        due = new DueMessages(20_000, 10_000, 20, 0, 0);
        measured = new Counts(19_980, 20_000, 10_000, 10_000, 0, 0, 0, 0, 0, 0);
        assertSuspect(
                "rate-missed",
                "10,000 of the 20,000 messages due in the measured phase were served in it; 1,998 a second were handed over of"
                        + " the 2,000 due; 20,000 of 20,000 sends waited for the broker");
    }

    /** From 9 s on nothing was answered, and the phase ended at 11 s: 4,000 messages of 20,000. */
    @ParameterizedTest
    @CsvSource({"16000, true", "10000, false"})
    void anOutageExcusesWhatWasDueInItUpToTheEndOfThePhase(long inTime, boolean excused) {
        faults = List.of(Seconds.fault("kill", 9_000, Seconds.outage(9_000, 19_000), 0));
        due = new DueMessages(20_000, inTime, 0, 0, 0);
        assertThat(verdict().level()).isEqualTo(excused ? Level.VALID : Level.SUSPECT);
    }

    @Test
    void consumersOfWhichOneMayTakeAllHaveNoRate() {
        produces = false;
        intendedPerSecond = 0;
        measured(0, 100);
        config = Map.of("consumers", List.of(Map.of("rate", "1500/s"), Map.of()));
        assertThat(verdict().notes()).extracting(Finding::code).doesNotContain("consumer-rate-missed");
    }

    /** 20,000 messages at 4,000/s are due in 5 s; they were sent in ten, the last ones 5 s late. */
    @Test
    void aNumberOfMessagesThatTakesLongerThanItsScheduleMissesTheRate() {
        config = Map.of("producers", List.of(Map.of("messageCount", 20_000, "maxPending", 1, "mode", "ASYNC")));
        intendedPerSecond = 4_000;
        latency(Latency.SEND_DELAY, 10_000, 2_000_000_000);
        latency(Latency.SEND_DELAY, 10_000, 5_000_000_000L);
        String missed =
                "20,000 of the 20,000 messages due in the measured phase were served in it; 2,000 a second were handed"
                        + " over of the 4,000 due; ";
        assertSuspect("rate-missed", missed + "they did not wait for the broker");
        assertThat(verdict().marks().get("sent-rate")).isEqualTo(new FigureMark(FigureMark.Kind.BEHIND, 0.5));
        measured = new Counts(20_000, 19_999, 20_000, 20_000, 0, 0, 0, 0, 0, 0);
        assertSuspect("rate-missed", missed + "19,999 of 20,000 sends waited for the broker");
        assertThat(verdict().marks()).doesNotContainKey("sent-rate");
        // 2,200 messages a second were due for 5.5 s of the load: a stall at its end delayed the rest.
        intendedPerSecond = 2_200;
        assertThat(verdict().findings()).extracting(Finding::code).doesNotContain("rate-missed");
    }

    /** Sent when they were due, and answered 5 s later: the rate was held. */
    @Test
    void aNumberOfMessagesMayBeAnsweredLater() {
        config = Map.of("producers", List.of(Map.of("messageCount", 20_000)));
        intendedPerSecond = 4_000;
        latency(Latency.SEND_DELAY, 20_000, 100_000);
        assertNote("rate-held", "The intended rate was held, 4,000 messages a second");
    }

    /** One of the hosts of two workers had a full disk. */
    @Test
    void nothingWasFullOnlyWhereNoHostOfAWorkerWas() {
        workers = RuleTableTest.workers(0, 0);
        resources = List.of(summary(ResourceSample.ofHost("a"), ResourceMetric.DISK_BUSY, 50));
        assertNote(
                "rate-held", "The intended rate was held, 2,000 messages a second, and no processor or disk was full");
        resources = List.of(resources.get(0), summary(ResourceSample.ofHost("b"), ResourceMetric.DISK_BUSY, 96));
        assertNote("rate-held", "The intended rate was held, 2,000 messages a second: ");
    }

    /** An outage has its own sentence, and nobody held a rate in it. */
    @Test
    void noRateIsHeldInAnOutage() {
        assertThat(verdict().notes()).extracting(Finding::code).contains("rate-held");
        faults = List.of(Seconds.fault("pause", 3_000, Seconds.outage(3_000, 4_500), 0));
        assertThat(verdict().notes())
                .extracting(Finding::code)
                .contains("fault")
                .doesNotContain("rate-held");
    }

    @Test
    void withoutAScheduleNoRateIsMissed() {
        intendedPerSecond = 0;
        due = new DueMessages(20_000, 1, 0, 0, 0);
        assertValid();
    }

    @Test
    void aRateThatWasMissedDoesNotHideWhatIsUnsent() {
        slotsUnsent = 10_000;
        ledger = ledgerOf(0, 0, 0, true);
        due = new DueMessages(20_000, 10_000, 10_000, 0, 0);
        assertThat(verdict().findings()).extracting(Finding::code).contains("rate-missed", "unsent-at-end");
        assertThat(verdict().findings())
                .filteredOn(finding -> !finding.code().startsWith("messages"))
                .extracting(FindingText.FLAGS::of)
                .satisfiesExactly(missed -> assertThat(missed).contains("lower --rate"), unsent -> assertThat(unsent)
                        .endsWith("; the same helps as for rate-missed"));
    }

    /** One message in flight, 5 ms of linger, like the line for Kafka in README. */
    @Test
    void rateThatWasMissedForTheWindowNamesTheWindow() {
        due = new DueMessages(20_000, 600, 19_400, 0, 0);
        measured = new Counts(600, 599, 600, 600, 0, 0, 0, 0, 0, 0);
        // No message of the measured phase was answered: the load still works off the warm-up.
        assertSuspect(
                "rate-missed",
                "600 of the 20,000 messages due in the measured phase were served in it; 60 a second were handed over of the"
                        + " 2,000 due; 599 of 600 sends waited for the broker: raise --max-pending (1) or lower linger.ms (5),"
                        + " or lower --rate");
        latency(Latency.SEND_ACK, 600, 6_700_000);
        assertSuspect(
                "rate-missed",
                "600 of the 20,000 messages due in the measured phase were served in it; 60 a second were handed over of the"
                        + " 2,000 due; 599 of 600 sends waited for the broker, 6.7 ms from send to acknowledgement on average:"
                        + " raise --max-pending (1) or lower linger.ms (5), or lower --rate");
        measured = new Counts(600, 0, 600, 600, 0, 0, 0, 0, 0, 0);
        slotsUnsent = 19_400;
        assertThat(FindingText.FLAGS.of(verdict().reasons().get(0)))
                .contains("did not wait for the broker", "--threads");
        due = new DueMessages(20_000, 600, 0, 19_400, 0);
        slotsUnsent = 0;
        assertThat(FindingText.FLAGS.of(verdict().reasons().get(0))).contains("they were acknowledged late");
    }

    /** From 5 s on, 4 s into the measured phase, nothing is acknowledged: 12,000 messages are due in the outage. */
    @Test
    void whereAFaultTookTheBrokerAwayForGoodNoOtherSettingHelps() {
        due = new DueMessages(20_000, 7_000, 12_500, 0, 0);
        measured = new Counts(7_500, 7_000, 7_000, 7_000, 0, 0, 0, 0, 0, 0);
        slotsUnsent = 12_500;
        faults = List.of(Seconds.fault("kill", 5_000, new Outage(5_000 * Seconds.MS, 11_000 * Seconds.MS, false), 0));
        assertThat(verdict().findings())
                .filteredOn(finding -> finding.code().matches("rate-missed|unsent-at-end"))
                .extracting(FindingText.FLAGS::of)
                .hasSize(2)
                .allMatch(sentence -> sentence.endsWith("; most of what was late was due in the outage of a fault"));
        faults = List.of(Seconds.fault("kill", 5_000, Seconds.outage(5_000, 11_000), 0));
        assertThat(FindingText.FLAGS.of(verdict().reasons().get(0))).contains("sends waited for the broker");
    }

    /** The rate over a part of the schedule is not exactly the asked one. */
    @Test
    void aSecondsMessagesAreEnoughWhateverTheRateIsRoundedTo() {
        config = Map.of("producers", List.of(Map.of("maxPending", 2_000, "mode", "ASYNC")));
        intendedPerSecond = 2_000.07;
        due = new DueMessages(20_000, 10_000, 10_000, 0, 0);
        measured = new Counts(10_000, 9_000, 10_000, 10_000, 0, 0, 0, 0, 0, 0);
        assertThat(FindingText.FLAGS.of(verdict().reasons().get(0))).doesNotContain("raise --max-pending");
    }

    /** 2,000/s and 2,000 in flight at most: more of them would wait longer, not be answered sooner. */
    @ParameterizedTest
    @CsvSource({"500, 4, true", "499, 4, false"})
    void whereASecondsMessagesMayBeInFlightMoreWouldNotHelp(int maxPending, int producers, boolean second) {
        config = Map.of(
                "producers",
                List.of(Map.of(
                        "destinations",
                        List.of("queue://A", "queue://B"),
                        "perDestination",
                        producers / 2,
                        "maxPending",
                        maxPending,
                        "mode",
                        "ASYNC")));
        due = new DueMessages(20_000, 10_000, 10_000, 0, 0);
        measured = new Counts(10_000, 9_000, 10_000, 10_000, 0, 0, 0, 0, 0, 0);
        latency(Latency.SEND_ACK, 10_000, 1_900_000_000);
        assertThat(FindingText.FLAGS.of(verdict().reasons().get(0)))
                .endsWith(
                        second
                                ? ": lower --rate: 2,000 may be in flight already, those of a second or more"
                                : ": raise --max-pending (499) or lower linger.ms (5), or lower --rate");
    }

    @ParameterizedTest
    @CsvSource({"1, 1 message was, p50", "19, 19 messages were, p50", "20, 20 messages were, p90"})
    void theLeastPercentileThatFewSamplesDoNotShowIsSaid(long count, String measured, String percentile) {
        latency(Latency.END_TO_END, count, 1_000);
        // The headline is end to end; what the producers measured does not make up for it.
        latency(Latency.RESPONSE, 20_000, 1_000);
        assertThat(verdict().reasons()).anyMatch(reason -> FindingText.FLAGS
                .of(reason)
                .startsWith(measured + " measured: too few for " + percentile + " and beyond"));
    }

    @Test
    void producersAloneAreJudgedByTheirResponseTimes() {
        consumes = false;
        latency(Latency.RESPONSE, 99, 1_000);
        assertThat(verdict().reasons()).extracting(Finding::code).containsExactly("few-samples");
    }
}
