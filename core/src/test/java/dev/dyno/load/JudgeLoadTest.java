package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Due;
import dev.dyno.result.Latency;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.Verdict.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeLoadTest extends JudgedRun {

    @ParameterizedTest
    @CsvSource({"19800, true", "19799, false"})
    void theRateIsHeldIfNinetyNinePercentOfWhatWasDueWereServedInTime(long inTime, boolean reached) {
        due = new Due(20_000, inTime, 0, 0, 0);
        assertSuspectUnless(
                reached,
                "rate-missed",
                "19,799 of the 20,000 messages due in the measured phase were served in it; 2,000 a second were handed over"
                        + " of the 2,000 intended");
    }

    @Test
    void catchingUpWithTheWarmupDoesNotMakeUpForWhatWasDueInThePhase() {
        measured(24_100, 24_100);
        due = new Due(20_000, 15_000, 0, 0, 0);
        assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("rate-missed");
    }

    /** 2,000 a second with a median of 200 ms: 400 are under way at any time, so at the end, too. */
    @ParameterizedTest
    @CsvSource({"19400, true", "19399, false"})
    void whatIsUnderWayAtAnyTimeMayBeSoAtTheEnd(long inTime, boolean reached) {
        latency(Latency.RESPONSE, 20_000, 200_000_000);
        due = new Due(20_000, inTime, 0, 0, 0);
        assertThat(verdict().level()).isEqualTo(reached ? Level.VALID : Level.SUSPECT);
    }

    @Test
    void withoutAScheduleNoRateIsMissed() {
        intendedPerSecond = 0;
        due = new Due(20_000, 1, 0, 0, 0);
        assertValid();
    }

    @ParameterizedTest
    @CsvSource({"21, true", "22, false"})
    void oneInAThousandMayBeUnsentAtTheEnd(long unsent, boolean valid) {
        slots = new Outgoing.Slots(21_000, unsent);
        assertSuspectUnless(
                valid,
                "unsent-at-end",
                "22 of 21,000 messages were due before the end of the load and never sent: of their latencies only lower"
                        + " bounds are known");
    }

    @Test
    void aRateThatWasMissedDoesNotHideWhatIsUnsent() {
        slots = new Outgoing.Slots(21_000, 10_000);
        due = new Due(20_000, 10_000, 10_000, 0, 0);
        assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("rate-missed", "unsent-at-end");
    }

    @Test
    void theScheduleDelayIsJudgedByItsNinetyNinthPercentile() {
        latency(Latency.SCHEDULE_DELAY, 9_900, 1_000);
        latency(Latency.SCHEDULE_DELAY, 100, 50_000_000);
        assertValid();
        latency(Latency.SCHEDULE_DELAY, 1, 50_000_000);
        assertSuspect(
                "schedule-delay", "one message in a hundred was sent 50.0 ms late or later: the load came in bursts");
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
        assertSuspectUnless(
                enough, "few-samples", "9,999 messages were measured: too few for the 99.9th percentile and beyond");
    }

    @Test
    void producersAloneAreJudgedByTheirResponseTimes() {
        consumes = false;
        latency(Latency.RESPONSE, 9_999, 1_000);
        assertThat(verdict().reasons()).extracting(Reason::code).containsExactly("few-samples");
    }
}
