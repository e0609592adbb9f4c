package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockProbeTest {

    private static final long AHEAD_NS = 5_000_000_000L;

    /** Reading with these times there and back, by a clock that is ahead. */
    private static ClockReading reading(long sentNs, long thereNs, long backNs) {
        return new ClockReading(sentNs, sentNs + thereNs + AHEAD_NS, sentNs + thereNs + backNs);
    }

    /** Exact where both ways take the same time. */
    @ParameterizedTest
    @CsvSource({"300, 300, 0", "100, 900, -400", "900, 100, 400"})
    void anOffsetIsWrongByHalfOfWhatTheWaysDifferBy(long thereNs, long backNs, long errorNs) {
        final ClockReading reading = reading(1000, thereNs, backNs);
        assertThat(reading.roundTripNs()).isEqualTo(thereNs + backNs);
        assertThat(reading.offsetNs()).isEqualTo(AHEAD_NS + errorNs);
    }

    @Test
    void slowReadingsAndTheFirstQuarterCountForNothing() {
        final List<ClockReading> readings = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (i < 100) {
                readings.add(reading(i, 10, 50)); // The quickest of all, but too early.
            } else if (i % 10 == 0) {
                readings.add(reading(i, 200, 200));
            } else {
                readings.add(reading(i, 200, 5000));
            }
        }
        assertThat(ClockProbe.estimate(readings)).isEqualTo(new ClockOffset(AHEAD_NS, 200));
    }

    @Test
    void theBoundHasHalfOfTheShortestRoundTripAndTheSpread() {
        final List<ClockReading> readings = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            readings.add(reading(0, 1000, 1000));
        }
        // These differ, by 10 ns, from the others of the 15 best.
        readings.set(100, reading(0, 990, 1010));
        assertThat(ClockProbe.estimate(readings)).isEqualTo(new ClockOffset(AHEAD_NS, 1010));
    }

    @Test
    void theTruthIsAlwaysWithinTheBoundHoweverUnevenTheWays() {
        for (int there = 1; there < 1000; there += 111) {
            final List<ClockReading> readings = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                readings.add(reading(i, there, 1000 - there));
            }
            final ClockOffset offset = ClockProbe.estimate(readings);
            assertThat(Math.abs(offset.offsetNs() - AHEAD_NS)).isLessThanOrEqualTo(offset.boundNs());
        }
    }

    @Test
    void oneReadingIsEnough() {
        assertThat(ClockProbe.estimate(List.of(reading(0, 7, 8)))).isEqualTo(new ClockOffset(AHEAD_NS, 8));
    }
}
