package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RecordedCounts;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.WakeUps;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnDelayRuleTest extends JudgedRun {

    private FigureMark own(String figure) {
        FigureMark mark = verdict().marks().get(figure);
        assertThat(mark).as(figure).isNotNull().extracting(FigureMark::kind).isEqualTo(FigureMark.Kind.OWN);
        return mark;
    }

    // Without the own delay by latency, as in runs of older versions: the same percentiles are compared.
    /** A tenth of 9.99 ms; 200 are beyond the 99th percentile. However many others waited for the broker. */
    @ParameterizedTest
    @CsvSource({"200, 0, p99.9", "201, 0, p90", "200, 15000, p99.9", "201, 15000, p90"})
    void ownDelayIsARatioToThePercentileThatItCanMake(long messages, long blocked, String reach) {
        late(messages);
        measured = new Counts(20_000, blocked, 20_000, 20_000, 0, 0, 0, 0, 0, 0);
        assertThat(verdict().text()).isEqualTo("VALID to " + reach);
        assertThat(verdict().notes().stream()
                        .filter(note -> note.code().equals("send-delay"))
                        .map(FindingText.FLAGS::of))
                .isEqualTo(
                        reach.equals("p99.9")
                                ? List.of()
                                : List.of(
                                        "Dyno sent late without waiting for the broker: at p99 its own delay is 10.1 % of the"
                                                + " 9.99 ms of response, so that percentile is not the broker's alone; give the load"
                                                + " generator processors of its own, or more --threads, or --workers, or lower --rate"));
        if (reach.equals("p90")) {
            assertThat(own("response-p99").share()).isCloseTo(0.101, within(0.0005));
            assertThat(verdict().limit()).contains("p99 of response: 10.1 % of it is Dyno's own delay");
        }
    }

    /** Nine of ten must be late for p90 to be: then a usual percentile is not the broker's alone. */
    @ParameterizedTest
    @CsvSource({"2000, VALID to p90", "2001, SUSPECT", "10001, SUSPECT"})
    void ownDelayAtAUsualPercentileIsAReason(long messages, String verdict) {
        late(messages);
        assertThat(verdict().text()).isEqualTo(verdict);
    }

    /** Half of the delay decides; too few waits show no percentile. */
    @ParameterizedTest
    @CsvSource({
        "3000, 506000, '; the machine sets most of it, because before the load it woke an idle thread 506 µs late at that"
                + " percentile'",
        "3000, 504000, '; the machine at rest sets less than half of it: before the load it woke an idle thread 504 µs late at that"
                + " percentile'",
        "249, 506000, ''"
    })
    void whatSetsTheDelayIsSeenByAnIdleThread(int waits, long p99Ns, String cause) {
        late(201);
        wakeUps = Optional.of(new WakeUps(waits, List.of(40_000L, 60_000L, p99Ns, 90_000_000L)));
        assertThat(verdict().notes())
                .extracting(FindingText.FLAGS::of)
                .contains(
                        "Dyno sent late without waiting for the broker: at p99 its own delay is 10.1 % of the 9.99 ms of"
                                + " response, so that percentile is not the broker's alone" + cause
                                + "; give the load generator processors of its own, or more --threads, or --workers, or lower"
                                + " --rate");
    }

    @ParameterizedTest
    @CsvSource({"5000000, '20.2 % of the 5 ms of end-to-end'", "20000000, ''"})
    void endToEndTimeHasItsOwnRatio(long endToEndNs, String share) {
        latency(Latency.OWN_DELAY, 20_000, 1_010_000);
        latency(Latency.RESPONSE, 20_000, 4_000_000);
        latency(Latency.END_TO_END, 20_000, endToEndNs);
        assertSuspect(
                "send-delay",
                "Dyno sent late without waiting for the broker: at p50 its own delay is 25.2 % of the 4 ms of response,"
                        + (share.isEmpty() ? " so that" : " " + share + ", so that"));
        assertThat(verdict().text()).isEqualTo("SUSPECT");
        assertThat(verdict().reach()).isEmpty();
    }

    @Test
    void noShareIsTakenOfALatencyThatIsNotKnown() {
        latency(Latency.OWN_DELAY, 20_000, 3_000_000);
        latency(Latency.RESPONSE, 20_000, 0);
        assertValid();
    }

    @Test
    void delayOfMessagesThatWaitedForTheBrokerIsNotOwn() {
        latency(Latency.SEND_DELAY, 20_000, 9_000_000);
        latency(Latency.OWN_DELAY, 20_000, 100_000);
        latency(Latency.RESPONSE, 20_000, 10_000_000);
        assertValid();
    }

    @Test
    void ordinaryWakeUpOfAThreadIsNoReasonHoweverFastTheBrokerIs() {
        latency(Latency.RESPONSE, 20_000, 210_000);
        latency(Latency.OWN_DELAY, 20_000, 190_000);
        assertValid();
        assertThat(verdict().text()).isEqualTo("VALID to p99.9");
    }

    // With the own delay by latency.
    /** Own delays are in the percentiles whose messages have them, whatever the percentiles of own delays alone are. */
    @ParameterizedTest
    @CsvSource({"10, p99", "2, p99.9"})
    void ownDelayCountsWhereItsMessagesAre(long slowestMs, String reach) {
        latency(Latency.RESPONSE, 19_800, 1_000_000);
        latency(Latency.RESPONSE, 160, 2_000_000);
        latency(Latency.RESPONSE, 40, 10_000_000);
        latency(Latency.OWN_DELAY, 19_960, 50_000);
        latency(Latency.OWN_DELAY, 40, 1_900_000);
        ownDelay(slowestMs * 1_000_000, 40 * 1_900_000);
        assertThat(verdict().text()).isEqualTo("VALID to " + reach);
        if (slowestMs == 10) {
            assertThat(own("response-p99.9").share()).isCloseTo(0.19, within(0.001));
        }
    }

    /** A share of 190 of the 1,000 messages with a response of 10 ms was late by Dyno for all of it: 1.9 ms each on average. */
    @Test
    void aMachineThatWakesThreadsAsLateAsMostMessagesDoesNotSetTheDelayOfAFew() {
        latency(Latency.RESPONSE, 19_000, 1_000_000);
        latency(Latency.RESPONSE, 1_000, 10_000_000);
        latency(Latency.OWN_DELAY, 19_810, 50_000);
        latency(Latency.OWN_DELAY, 190, 10_000_000);
        ownDelay(10_000_000, 190 * 10_000_000L);
        wakeUps = Optional.of(new WakeUps(3_000, List.of(40_000L, 40_000L, 40_000L, 40_000L)));
        assertThat(verdict().notes())
                .extracting(FindingText.FLAGS::of)
                .anyMatch(text -> text.contains("at p99 its own delay is 19 % of the 10 ms of response")
                        && text.contains("the machine at rest sets less than half of it"));
    }

    private void ownDelay(long responseNs, long ownNs) {
        latencies.addOwnDelay(Latency.RESPONSE, RecordedCounts.of(Samples.times(ownNs, responseNs)));
    }
}
