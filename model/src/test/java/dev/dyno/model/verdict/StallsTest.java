package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.RunTimeSeries;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StallsTest {

    private static Stalls stallsOf(String seconds) {
        return stallsOf(Seconds.of(seconds));
    }

    private static Stalls stallsOf(Seconds seconds) {
        RunTimeSeries run = seconds.facts().overTime();
        return Stalls.of(
                run.intervals(),
                Objects.requireNonNull(run.latencies().get("end-to-end")).maxNs(),
                run.intervals().receivedPerSecond(),
                0);
    }

    @Test
    void steadyRunHasNone() {
        assertThat(stallsOf("ordinary 60").stalls()).isEmpty();
    }

    @Test
    void everyStallIsFoundWithItsTimeAndLength() {
        Stalls found = stallsOf("ordinary 9, stalled 210, ordinary 20, stalled 400, ordinary 5");

        assertThat(found.stalls()).hasSize(2);
        assertThat(found.stalls().get(0).fromS()).isEqualTo(9);
        assertThat(found.stalls().get(0).toS()).isEqualTo(10);
        // Within the 0.1 % of the histogram.
        assertThat(found.stalls().get(0).lengthNs()).isBetween(210e6, 210.21e6);
        assertThat(found.stalls().get(1).fromS()).isEqualTo(30);
        assertThat(found.stalled()).containsExactlyInAnyOrder(9, 30);
        assertThat(found.periodS()).isEmpty();
    }

    /** In the seconds of a long stall nothing comes, and its end lets everything come at once. */
    @Test
    void longStallIsOneStall() {
        Stalls found = stallsOf("ordinary 10, empty 3, stalled 900, stalled 500, ordinary 10");

        assertThat(found.stalls()).hasSize(1);
        assertThat(found.stalls().get(0).fromS()).isEqualTo(10);
        assertThat(found.stalls().get(0).toS()).isEqualTo(15);
        assertThat(found.stalls().get(0).lengthNs()).isBetween(900e6, 900.9e6);
        assertThat(found.stalled()).containsExactlyInAnyOrder(10, 11, 12, 13, 14);
    }

    @Test
    void stallsAtAFixedRateHaveAPeriod() {
        assertThat(stallsOf(StallsRuleTest.fourStalls()).periodS()).contains(60.0);
    }

    @Test
    void stallsAtOddTimesHaveNoPeriod() {
        assertThat(stallsOf("ordinary 20, stalled 210, ordinary 5, stalled 210, ordinary 30, stalled 210")
                        .periodS())
                .isEmpty();
    }

    /** 4 ms is four times the ordinary second's millisecond: seconds of a steady run differ by as much. */
    @Test
    void whatIsShortIsNoStall() {
        assertThat(stallsOf("ordinary 20, stalled 4, ordinary 20").stalls()).isEmpty();
        assertThat(stallsOf("ordinary 20, stalled 6, ordinary 20").stalls()).hasSize(1);
    }

    /** From 7.0 s to 8.0 s with one message that had been answered: its second is not the one in which the stall ended. */
    @Test
    void stallBeginsWhereMessagesFailToCome() {
        Stalls found = stallsOf("ordinary 7, arriving 1, stalled 1000, ordinary 5");
        assertThat(found.stalls()).hasSize(1);
        assertThat(found.stalls().get(0).fromS()).isBetween(6.99, 7.01);
        // Of 1,000 messages 400 came before it.
        found = stallsOf("ordinary 7, arriving 400, stalled 700, ordinary 5");
        assertThat(found.stalls().get(0).fromS()).isBetween(7.39, 7.41);
        // A second with fewer messages that is too long ago for any of these to have waited since then.
        found = stallsOf("ordinary 6, arriving 400, ordinary 1, stalled 700, ordinary 5");
        assertThat(found.stalls().get(0).fromS()).isEqualTo(8);
    }

    /** 3.2 s of ten: five seconds have ordinary values, three have none. */
    @Test
    void secondsWithoutValuesCount() {
        Stalls found = stallsOf("ordinary 5, empty 3, stalled 3200, ordinary 1");
        assertThat(found.stalls()).hasSize(1);
        assertThat(found.stalls().get(0).fromS()).isEqualTo(5);
        assertThat(found.stalls().get(0).lengthNs()).isBetween(3.2e9, 3.204e9);
        assertThat(stallsOf("ordinary 2, empty 6, stalled 6200").stalls()).isEmpty();
    }

    @Test
    void threeStallsHaveNoPeriodAndHiccupsAreNotCountedWithAStall() {
        Stalls found = stallsOf("ordinary 2, stalled 20, ordinary 4, stalled 900, ordinary 5, stalled 15, ordinary 2");
        assertThat(found.stalls()).hasSize(3);
        assertThat(found.periodS()).isEmpty();
        assertThat(found.main().stalls()).hasSize(1);
    }

    @Test
    void fewSecondsHaveNoOrdinaryOne() {
        assertThat(stallsOf("ordinary 6, stalled 210").stalls()).isEmpty();
        assertThat(stallsOf("ordinary 7, stalled 210").stalls()).hasSize(1);
    }
}
