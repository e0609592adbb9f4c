package dev.dyno.model.pace;

import static dev.dyno.model.pace.PoissonArrivalsTest.schedule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    /** Sends by number, each with its time in ns. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                constant 3/s           | 0=0, 1=333333333, 2=666666666, 3=1000000000, 4=1333333333, 5=1666666666, 6=2000000000
                constant 0.5/s         | 0=0, 1=2000000000, 2=4000000000
                constant 90/min        | 0=0, 1=666666666, 2=1333333333, 3=2000000000
                constant 30000/s       | 1000000000=33333333333333
                constant 3/s           | 1000000000=333333333333333333
                constant 100000000/s   | 864000000000000=8640000000000000
                constant 999999937/s   | 1000000000=1000000063
                constant 1000000000/s  | 4611686018427387903=4611686018427387903, 4611686018427387904=9223372036854775807
                # The i-th of a ramp of 500 sends is at sqrt(2 i / 10) s; then its rate holds.
                ramp 0/s to 100/s in 10s | 0=0, 5=1000000000, 125=5000000000, 500=10000000000, 501=10010000000
                # In 3 ns half of 3 events per 10^9 are sent. The next send is (10^9 - 1.5) ns after the ramp.
                ramp 0/s to 1/s in 3ns | 1=1000000001
                ramp 100/s to 0/s in 10s | 499=9552786404, 500=never
                # 4.5 sends in the first step: number 5 comes when half a send of the second step is through.
                steps 3/s for 1500ms, 1000/s for 1s | 0=0, 1=333333333, 2=666666666, 3=1000000000, 4=1333333333, 5=1500500000, 6=1501500000, 7=1502500000
                # The last step holds.
                steps 10/s for 1s, 2/s for 1s | 10=1000000000, 210=101000000000
                steps 10/s for 1s, 0/s for 1s | 9=900000000, 10=never
                # A send that falls on a pause is at its end.
                burst 10/s for 200ms, 0/s for 1s | 0=0, 1=100000000, 2=1200000000, 3=1300000000, 4=2400000000
                burst 0/s for 5s, 2/s for 1s | 0=5000000000, 1=5500000000, 2=11000000000
                # 10^9 = 86956 * 11500 + 6000, and send 6000 of a cycle is at 34.5 s.
                burst 50/s for 30s, 1000/s for 10s | 1499=29980000000, 1500=30000000000, 1501=30001000000, 11499=39999000000, 11500=40000000000, 1000000000=3478274500000000
                """)
    void theTimeOfASendIsExact(String text, String times) {
        final Schedule schedule = schedule(text);
        for (String time : times.split(", ", -1)) {
            final String[] parts = time.split("=", -1);
            final long expectedNs = parts[1].equals("never") ? Schedule.NEVER : Long.parseLong(parts[1]);
            assertThat(schedule.timeNs(Long.parseLong(parts[0]))).as(time).isEqualTo(expectedNs);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                constant 100000000/s               | 864000000000000 | 86400000000000
                constant 100000000/s               | 864000000000001 | 86400000000001
                ramp 0/s to 100/s in 10s           | 10000000000     | 500
                ramp 0/s to 100/s in 10s           | 20000000000     | 1500
                ramp 100/s to 0/s in 10s           | 86400000000000  | 500
                steps 10/s for 1s, 0/s for 1s      | 86400000000000  | 10
                burst 50/s for 30s, 1000/s for 10s | 60000000000     | 12500
                """)
    void sendsBeforeATimeAreCountedExactly(String text, long untilNs, long count) {
        assertThat(schedule(text).count(untilNs)).isEqualTo(count);
    }

    @Test
    void theCursorOfARampToNothingEnds() {
        final Cursor cursor = schedule("ramp 100/s to 0/s in 10s").cursor(Slice.WHOLE, 1);
        assertThat(cursor.skipUntil(9_552_786_404L)).isEqualTo(499);
        assertThat(cursor.next()).isEqualTo(9_552_786_404L);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
    }

    @Test
    void aFlatRampIsConstant() {
        for (int i = 0; i < 50; i++) {
            assertThat(schedule("ramp 3/s to 3/s in 1s").timeNs(i))
                    .isEqualTo(schedule("constant 3/s").timeNs(i));
        }
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
        assertThat(regular).isNotEqualTo(schedule("constant 4/s"));
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
