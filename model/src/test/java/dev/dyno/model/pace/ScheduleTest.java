package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final long DAY_NS = 86_400 * SECOND_NS;

    private static Schedule schedule(String text) {
        return (Schedule) LoadShape.parse(text);
    }

    private static List<Long> times(String text, int count) {
        final Schedule schedule = schedule(text);
        return LongStream.range(0, count).map(schedule::timeNs).boxed().toList();
    }

    @Test
    void constantRateTimesAreExact() {
        assertThat(times("constant 3/s", 7))
                .containsExactly(0L, 333333333L, 666666666L, 1000000000L, 1333333333L, 1666666666L, 2000000000L);
        assertThat(times("constant 0.5/s", 3)).containsExactly(0L, 2_000_000_000L, 4_000_000_000L);
        assertThat(times("constant 90/min", 4)).containsExactly(0L, 666_666_666L, 1_333_333_333L, 2_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "constant 30000/s,      1000000000,      33333333333333",
        "constant 3/s,          1000000000,      333333333333333333",
        "constant 100000000/s,  864000000000000, 8640000000000000",
        "constant 999999937/s,  1000000000,      1000000063",
        "constant 1000000000/s, 4611686018427387903, 4611686018427387903",
        "constant 1000000000/s, 4611686018427387904, 9223372036854775807",
    })
    void theTimeOfAFarSendIsExact(String text, long i, long expectedNs) {
        assertThat(schedule(text).timeNs(i)).isEqualTo(expectedNs);
    }

    @Test
    void daysAtAHundredMillionPerSecondAreCountedExactly() {
        final Schedule schedule = schedule("constant 100000000/s");
        assertThat(schedule.count(10 * DAY_NS)).isEqualTo(86_400_000_000_000L);
        assertThat(schedule.count(10 * DAY_NS + 1)).isEqualTo(86_400_000_000_001L);
    }

    @Test
    void aRampReachesItsRateInItsTimeAndHolds() {
        // Over 10 s from 0/s to 100/s there are 500 sends; the i-th is at sqrt(2 i / 10) s.
        final Schedule schedule = schedule("ramp 0/s to 100/s in 10s");
        assertThat(schedule.timeNs(0)).isZero();
        assertThat(schedule.timeNs(5)).isEqualTo(SECOND_NS);
        assertThat(schedule.timeNs(125)).isEqualTo(5 * SECOND_NS);
        assertThat(schedule.timeNs(500)).isEqualTo(10 * SECOND_NS);
        assertThat(schedule.timeNs(501)).isEqualTo(10_010_000_000L);
        assertThat(schedule.count(10 * SECOND_NS)).isEqualTo(500);
        assertThat(schedule.count(20 * SECOND_NS)).isEqualTo(1_500);
    }

    @Test
    void halfATickOfARampIsCarriedOver() {
        // In 3 ns from 0/s to 1/s half of 3 events per 10^9 are sent. The next send is (10^9 - 1.5) ns after the ramp.
        assertThat(schedule("ramp 0/s to 1/s in 3ns").timeNs(1)).isEqualTo(1_000_000_001L);
    }

    @Test
    void aRampToNothingEnds() {
        final Schedule schedule = schedule("ramp 100/s to 0/s in 10s");
        assertThat(schedule.timeNs(499)).isEqualTo(9_552_786_404L);
        assertThat(schedule.timeNs(500)).isEqualTo(Schedule.NEVER);
        assertThat(schedule.count(DAY_NS)).isEqualTo(500);
        final Cursor cursor = schedule.cursor(Slice.WHOLE, 1);
        assertThat(cursor.skipUntil(9_552_786_404L)).isEqualTo(499);
        assertThat(cursor.next()).isEqualTo(9_552_786_404L);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
    }

    @Test
    void aFlatRampIsConstant() {
        assertThat(times("ramp 3/s to 3/s in 1s", 50)).isEqualTo(times("constant 3/s", 50));
    }

    @Test
    void stepsCarryTheBegunSendOver() {
        // 4.5 sends in the first step: number 5 comes when half a send of the second step is through.
        assertThat(times("steps 3/s for 1500ms, 1000/s for 1s", 8))
                .containsExactly(
                        0L, 333333333L, 666666666L, 1000000000L, 1333333333L, 1500500000L, 1501500000L, 1502500000L);
    }

    @Test
    void theLastStepHolds() {
        final Schedule schedule = schedule("steps 10/s for 1s, 2/s for 1s");
        assertThat(schedule.timeNs(10)).isEqualTo(SECOND_NS);
        assertThat(schedule.timeNs(210)).isEqualTo(101 * SECOND_NS);
    }

    @Test
    void stepsToNothingEnd() {
        final Schedule schedule = schedule("steps 10/s for 1s, 0/s for 1s");
        assertThat(schedule.timeNs(9)).isEqualTo(900_000_000);
        assertThat(schedule.timeNs(10)).isEqualTo(Schedule.NEVER);
        assertThat(schedule.count(DAY_NS)).isEqualTo(10);
    }

    @Test
    void aSendThatFallsOnAPauseIsAtItsEnd() {
        assertThat(times("burst 10/s for 200ms, 0/s for 1s", 5))
                .containsExactly(0L, 100_000_000L, 1_200_000_000L, 1_300_000_000L, 2_400_000_000L);
        assertThat(times("burst 0/s for 5s, 2/s for 1s", 3))
                .containsExactly(5_000_000_000L, 5_500_000_000L, 11_000_000_000L);
    }

    @Test
    void burstsRepeat() {
        final Schedule schedule = schedule("burst 50/s for 30s, 1000/s for 10s");
        assertThat(schedule.timeNs(1_499)).isEqualTo(29_980_000_000L);
        assertThat(schedule.timeNs(1_500)).isEqualTo(30_000_000_000L);
        assertThat(schedule.timeNs(1_501)).isEqualTo(30_001_000_000L);
        assertThat(schedule.timeNs(11_499)).isEqualTo(39_999_000_000L);
        assertThat(schedule.timeNs(11_500)).isEqualTo(40_000_000_000L);
        // 10^9 = 86956 * 11500 + 6000, and send 6000 of a cycle is at 34.5 s.
        assertThat(schedule.timeNs(1_000_000_000)).isEqualTo((86_956 * 40L * 1_000 + 34_500) * 1_000_000);
        assertThat(schedule.count(60 * SECOND_NS)).isEqualTo(11_500 + 1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"burst 100000007/s for 1ns, 0/s for 1ns", "burst 100000007/s for 15ns, 0/s for 1ns"})
    void cyclesBeyondTheDigitsOfFloatingPointAreExact(String text) {
        // At 10^17 sends, of which a cycle has a tenth or one and a half, a double is off by some cycles in both
        // directions.
        final Schedule schedule = schedule(text);
        final ExactTimes exact = new ExactTimes(schedule.shape());
        for (long i = 100_000_000_000_000_000L; i < 100_000_000_000_002_000L; i++) {
            assertThat(schedule.timeNs(i)).isEqualTo(exact.timeNs(i));
        }
    }

    @Test
    void partiesAreStaggered() {
        final Schedule schedule = schedule("constant 1000/s");
        assertThat(schedule.cursor(new Slice(0, 4), 1).next()).isZero();
        assertThat(schedule.cursor(new Slice(3, 4), 1).next()).isEqualTo(3_000_000);
        final Cursor cursor = schedule.cursor(new Slice(1, 4), 1);
        assertThat(new long[] {cursor.next(), cursor.next(), cursor.next()})
                .containsExactly(1_000_000, 5_000_000, 9_000_000);
    }

    @Test
    void aMillionTimesOfACursorAreCountedWithoutDrift() {
        // 10^6 / 30000 s is 33.33 s: the remainder of every step is what would drift.
        assertThat(timeOf(1_000_000)).isEqualTo(33_333_333_333L);
    }

    @Test
    @Tag("nightly")
    void aBillionTimesOfACursorAreCountedWithoutDrift() {
        assertThat(timeOf(1_000_000_000)).isEqualTo(33_333_333_333_333L);
    }

    private static long timeOf(int index) {
        final Cursor cursor = schedule("constant 30000/s").cursor(Slice.WHOLE, 1);
        long last = 0;
        for (int i = 0; i <= index; i++) {
            last = cursor.next();
        }
        return last;
    }

    @Test
    void aBillionSlotsAreSkippedAtOnce() {
        final Cursor cursor = schedule("constant 100000000/s").cursor(new Slice(0, 2), 1);
        cursor.next();
        assertThat(cursor.skipUntil(20 * SECOND_NS)).isEqualTo(999_999_999);
        assertThat(cursor.next()).isEqualTo(20 * SECOND_NS);
    }

    @Test
    void partsOfATotalDifferByOneAtMostAndAddUp() {
        assertThat(LongStream.range(0, 4).map(i -> new Slice((int) i, 4).share(10)))
                .containsExactly(3L, 3L, 2L, 2L);
        assertThat(LongStream.range(0, 4).map(i -> new Slice((int) i, 4).share(8)))
                .containsExactly(2L, 2L, 2L, 2L);
        assertThat(Slice.WHOLE.share(10)).isEqualTo(10);
    }

    @Test
    void partiesOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Slice(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Slice(-1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Slice(2, 2)).withMessage("slice 2 of 2");
    }

    @Test
    void schedulesAreEqualByShapeAndArrivals() {
        final Schedule regular = schedule("constant 3/s");
        assertThat(regular).isEqualTo(schedule("constant 3/s")).hasSameHashCodeAs(schedule("constant 3/s"));
        assertThat(regular).isNotEqualTo(schedule("constant 4/s")).isNotEqualTo(schedule("constant 3/s poisson"));
        assertThat(regular.withArrivals(ArrivalProcess.REGULAR)).isSameAs(regular);
        assertThat(regular.withArrivals(ArrivalProcess.POISSON)).isEqualTo(schedule("constant 3/s poisson"));
        assertThat(regular.withArrivals(ArrivalProcess.POISSON).arrivals()).isEqualTo(ArrivalProcess.POISSON);
    }

    /** The same mixer as that of the JDK's generator, whose first number it is. */
    @Test
    void seedsAreThoseOfTheKnownMixer() {
        for (long seed = -3; seed <= 3; seed++) {
            final long mixed = new SplittableRandom(seed).nextLong();
            assertThat(Seeds.derive(seed, 0)).isEqualTo(new SplittableRandom(mixed).nextLong());
            assertThat(Seeds.derive(seed, 2))
                    .isEqualTo(new SplittableRandom(mixed + 0x9E3779B97F4A7C15L + 0x9E3779B97F4A7C15L).nextLong());
        }
    }

    @Test
    void neighbouringSeedsAndPartiesAreUnrelated() {
        final long[] seeds = new long[10_000];
        for (int i = 0; i < seeds.length; i++) {
            seeds[i] = Seeds.derive(i / 100, i % 100);
        }
        assertThat(Arrays.stream(seeds).distinct()).hasSize(10_000);
        assertThat(Seeds.derive(7, 1)).isNotEqualTo(Seeds.derive(8, 0));
    }
}
