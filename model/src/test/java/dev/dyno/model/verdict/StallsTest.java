package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.RunTimeSeries;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Each stall with its beginning in seconds, its end where that is known, and its length in ms. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                ordinary 60 |
                ordinary 9, stalled 210, ordinary 20, stalled 400, ordinary 5 | 9..10=210, 30=400
                # In the seconds of a long stall nothing comes, and its end lets everything come at once.
                ordinary 10, empty 3, stalled 900, stalled 500, ordinary 10 | 10..15=900
                # 4 ms is four times the ordinary second's millisecond: seconds of a steady run differ by as much.
                ordinary 20, stalled 4, ordinary 20 |
                ordinary 20, stalled 6, ordinary 20 | 20=6
                # From 7 to 8 s with one message that had been answered: its second is not the one in which the stall ended.
                ordinary 7, arriving 1, stalled 1000, ordinary 5 | ~7=1000
                # Of 1,000 messages 400 came before it.
                ordinary 7, arriving 400, stalled 700, ordinary 5 | ~7.4=700
                # A second with fewer messages that is too long ago for any of these to have waited since then.
                ordinary 6, arriving 400, ordinary 1, stalled 700, ordinary 5 | 8=700
                # 3.2 s of ten: five seconds have ordinary values, three have none.
                ordinary 5, empty 3, stalled 3200, ordinary 1 | 5=3200
                ordinary 2, empty 6, stalled 6200 |
                # Few seconds have no ordinary one.
                ordinary 6, stalled 210 |
                ordinary 7, stalled 210 | 7=210
                """)
    void everyStallIsFoundWithItsTimeAndLength(String seconds, @Nullable String expected) {
        List<Stalls.Stall> stalls = stallsOf(seconds).stalls();
        List<String> texts = expected == null ? List.of() : List.of(expected.split(", ", -1));
        assertThat(stalls).hasSameSizeAs(texts);
        for (int i = 0; i < texts.size(); i++) {
            String[] parts = texts.get(i).split("\\.\\.|=", -1);
            double lengthNs = 1e6 * Double.parseDouble(parts[parts.length - 1]);
            double fromS = Double.parseDouble(parts[0].replace("~", ""));
            assertThat(stalls.get(i).fromS()).isCloseTo(fromS, within(parts[0].startsWith("~") ? 0.01 : 0));
            // Within the 0.1 % of the histogram.
            assertThat(stalls.get(i).lengthNs()).isBetween(lengthNs, 1.001 * lengthNs);
            if (parts.length > 2) {
                assertThat(stalls.get(i).toS()).isEqualTo(Double.parseDouble(parts[1]));
            }
        }
    }

    @Test
    void secondsOfStallsAreStalled() {
        Stalls two = stallsOf("ordinary 9, stalled 210, ordinary 20, stalled 400, ordinary 5");
        assertThat(two.stalled()).containsExactlyInAnyOrder(9, 30);
        assertThat(two.periodS()).isEmpty();
        assertThat(stallsOf("ordinary 10, empty 3, stalled 900, stalled 500, ordinary 10")
                        .stalled())
                .containsExactlyInAnyOrder(10, 11, 12, 13, 14);
    }

    @Test
    void stallsAtOddTimesHaveNoPeriod() {
        assertThat(stallsOf("ordinary 20, stalled 210, ordinary 5, stalled 210, ordinary 30, stalled 210")
                        .periodS())
                .isEmpty();
    }

    @Test
    void threeStallsHaveNoPeriodAndHiccupsAreNotCountedWithAStall() {
        Stalls found = stallsOf("ordinary 2, stalled 20, ordinary 4, stalled 900, ordinary 5, stalled 15, ordinary 2");
        assertThat(found.stalls()).hasSize(3);
        assertThat(found.periodS()).isEmpty();
        assertThat(found.main().stalls()).hasSize(1);
    }

    /**
     * 1,000/s until 15 s, and a broker that is away from 5 to 12.9 s and works off 2,000/s from then on, but for the message of 5 s: from
     * 13 s on all were due later than that one, and the longest wait of these is 13 - 5.2 = 7.8 s.
     */
    @Test
    void aMessageThatLaterOnesHaveOvertakenIsNotTheLengthOfAStall() {
        double none = Double.NaN;
        Column zero = Column.of(new double[15]);
        double[] starts = IntStream.range(0, 15).asDoubleStream().toArray();
        IntervalSeries intervals = new IntervalSeries(
                Column.of(starts),
                Column.of(DoubleStream.of(starts).map(start -> start + 1).toArray()),
                List.of(new IntervalSeries.PhaseSpan(Interval.Phase.MEASURE, 0, 15)),
                zero,
                zero,
                zero,
                zero,
                zero,
                zero);
        Column maxNs = Column.of(1e6, 1e6, 1e6, 1e6, 1e6, none, none, none, none, none, none, none, 7.9e9, 7.8e9, 10e9);
        Column perSecond = Column.of(1000, 1000, 1000, 1000, 1000, 0, 0, 0, 0, 0, 0, 0, 200, 2000, 2000);
        assertThat(Stalls.of(intervals, maxNs, perSecond, 10e9))
                .isEqualTo(new Stalls(
                        List.of(new Stalls.Stall(5, 15, 7.9e9)), Set.of(5, 6, 7, 8, 9, 10, 11, 12, 13, 14), true));
    }
}
