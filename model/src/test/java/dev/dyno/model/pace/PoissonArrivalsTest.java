package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seeds are fixed, so are the results; the bounds are what chance keeps 999 times in 1000. */
class PoissonArrivalsTest {

    private static final long SECOND_NS = 1_000_000_000;

    static Schedule schedule(String text) {
        return (Schedule) LoadShape.parse(text);
    }

    /** Distance of a Poisson number from its mean, in standard deviations. */
    private static double deviations(double number, double mean) {
        return (number - mean) / Math.sqrt(mean);
    }

    /** Times of all slices before an end, in order. */
    private static long[] union(Schedule schedule, int slices, long seed, long endNs) {
        long[] times = new long[0];
        for (int i = 0; i < slices; i++) {
            final Cursor cursor = schedule.cursor(new Slice(i, slices), seed);
            int count = times.length;
            for (long time = cursor.next(); time < endNs; time = cursor.next()) {
                if (count == times.length) {
                    times = Arrays.copyOf(times, count * 2 + 16);
                }
                times[count++] = time;
            }
            times = Arrays.copyOf(times, count);
        }
        Arrays.sort(times);
        return times;
    }

    /**
     * Kolmogorov and Smirnov's distance between what the times should be and what they are, times the root of their number;
     * given the profile's expected number of events at each time, the gaps must be exponential with mean 1.
     */
    private static double distance(long[] times, Schedule schedule) {
        final double[] gaps = new double[times.length];
        double before = 0;
        for (int i = 0; i < times.length; i++) {
            final double now = expected(schedule, times[i]);
            gaps[i] = now - before;
            before = now;
        }
        Arrays.sort(gaps);
        double distance = 0;
        for (int i = 0; i < gaps.length; i++) {
            final double cumulative = 1 - Math.exp(-gaps[i]);
            distance = Math.max(distance, Math.abs(cumulative - (double) i / gaps.length));
            distance = Math.max(distance, Math.abs(cumulative - (double) (i + 1) / gaps.length));
        }
        return distance * Math.sqrt(gaps.length);
    }

    private static double expected(Schedule schedule, long timeNs) {
        return Profile.of(schedule.shape()).eventsUntil(timeNs);
    }

    @Test
    void gapsAreExponentialAndTheRateIsRight() {
        final Schedule schedule = schedule("constant 1000/s poisson");
        for (long seed = 1; seed <= 5; seed++) {
            final long[] times = union(schedule, 1, seed, 100 * SECOND_NS);
            assertThat(deviations(times.length, 100_000)).isBetween(-3.3, 3.3);
            assertThat(distance(times, schedule)).isLessThan(1.95);
        }
    }

    @Tag("slow")
    @Test
    void theUnionOfSlicesIsAProcessOfTheFullRate() {
        for (final String text : new String[] {
            "constant 1000/s poisson",
            "ramp 2000/s to 10/s in 80s poisson",
            "ramp 0/s to 2000/s in 80s poisson",
            "steps 10/s for 20s, 0/s for 20s, 2000/s for 20s, 500/s for 1s poisson",
            "burst 50/s for 3s, 0/s for 500ms, 1000/s for 2s poisson",
            "burst 0/s for 1us, 700/s for 333us poisson"
        }) {
            final Schedule schedule = schedule(text);
            final double mean = expected(schedule, 100 * SECOND_NS);
            assertThat(mean).isGreaterThan(30_000);
            for (final int slices : new int[] {1, 2, 7}) {
                final long[] times = union(schedule, slices, 99, 100 * SECOND_NS);
                assertThat(deviations(times.length, mean)).as(text).isBetween(-3.3, 3.3);
                assertThat(distance(times, schedule)).as(text).isLessThan(1.95);
            }
        }
    }

    /** At one in 10^6 s, 4,611 come in the 4.6 * 10^9 s of a schedule; then there are none. */
    @Test
    void arrivalsEndWithTheirSchedule() {
        final Cursor cursor = schedule("constant 0.000001/s poisson").cursor(Slice.WHOLE, 5);
        int count = 0;
        long before = 0;
        for (long time = cursor.next(); time != Schedule.NEVER; time = cursor.next()) {
            assertThat(time).isBetween(before, Profile.HORIZON_NS);
            before = time;
            count++;
        }
        assertThat(deviations(count, 4_611)).isBetween(-3.3, 3.3);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
    }

    /** One arrival is expected in 10^6 cycles of 10^6 s, 200 times the longest schedule. */
    @Test
    void arrivalsAfterTheScheduleDoNotCome() {
        final Cursor cursor =
                schedule("burst 0.000001/s for 1s, 0/s for 1000000s poisson").cursor(Slice.WHOLE, 5);
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
    }

    /** After a skip into the second half of a burst, that half is as long and as fast as without it, and so is the next one. */
    @Test
    void theRestOfABurstIsRightAfterASkipIntoIt() {
        final Cursor cursor =
                schedule("burst 100/s for 10s, 10000/s for 10s poisson").cursor(Slice.WHOLE, 3);
        assertThat(deviations((double) cursor.skipUntil(35 * SECOND_NS), 1_000 + 100_000 + 1_000 + 50_000))
                .isBetween(-3.3, 3.3);
        final int[] perFiveSeconds = new int[4];
        for (long time = cursor.next(); time < 55 * SECOND_NS; time = cursor.next()) {
            perFiveSeconds[(int) (time / (5 * SECOND_NS)) - 7]++;
        }
        assertThat(deviations(perFiveSeconds[0], 50_000)).isBetween(-3.3, 3.3);
        assertThat(deviations(perFiveSeconds[1], 500)).isBetween(-3.3, 3.3);
        assertThat(deviations(perFiveSeconds[2], 500)).isBetween(-3.3, 3.3);
        assertThat(deviations(perFiveSeconds[3], 50_000)).isBetween(-3.3, 3.3);
    }

    /**
     * The definition of the process, time by time: the events that the profile expects until send n are the sum of n exponential
     * gaps, times the number of parties.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "constant 1000/s poisson",
                "ramp 2000/s to 10/s in 2s poisson",
                "ramp 0/s to 2000/s in 2s poisson",
                "steps 10/s for 500ms, 0/s for 1s, 2000/s for 100ms, 500/s for 1s, 7/s for 1s poisson",
                "burst 50/s for 300ms, 0/s for 100ms, 1000/s for 200ms poisson",
                "burst 0.7/s for 333333ns, 999.999999/s for 7us poisson",
                "burst 0/s for 1us, 700/s for 333us poisson"
            })
    void eachTimeIsWhereTheProfileExpectsTheSumOfTheGaps(String text) {
        final Schedule schedule = schedule(text);
        for (final Slice slice : new Slice[] {Slice.WHOLE, new Slice(1, 2), new Slice(6, 7)}) {
            final Cursor cursor = schedule.cursor(slice, 11);
            final SplittableRandom random = new SplittableRandom(Seeds.derive(11, slice.index()));
            double sum = 0;
            for (int i = 0; i < 300; i++) {
                sum += random.nextExponential() * slice.count();
                assertExpected(schedule, cursor.next(), sum);
            }
        }
    }

    /** After a long skip the process begins anew at the time that was skipped to. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "constant 1000000/s poisson",
                "ramp 0/s to 2000000/s in 20s poisson",
                "burst 500000/s for 300ms, 0/s for 100ms, 1500000/s for 300ms poisson"
            })
    void timesAfterALongSkipAreSumsOfGapsFromThere(String text) {
        final Schedule schedule = schedule(text);
        final long offsetNs = 19 * SECOND_NS + 123_456_789;
        final Cursor cursor = schedule.cursor(new Slice(1, 3), 5);
        final SplittableRandom random = new SplittableRandom(Seeds.derive(5, 1));
        final double first = random.nextExponential();
        final double mean = expected(schedule, offsetNs) / 3 - first;
        final double dropped = 1 + mean + Math.sqrt(mean) * random.nextGaussian();
        assertThat((double) cursor.skipUntil(offsetNs)).isCloseTo(dropped, within(1.0));
        double sum = expected(schedule, offsetNs);
        for (int i = 0; i < 300; i++) {
            sum += random.nextExponential() * 3;
            assertExpected(schedule, cursor.next(), sum);
        }
    }

    /** A time is rounded down to a ns: this number of events is expected between 1 ns before it and 2 ns after it. */
    private static void assertExpected(Schedule schedule, long timeNs, double events) {
        final double rounding = 1e-9 * (1 + events);
        assertThat(expected(schedule, timeNs - 1)).isLessThanOrEqualTo(events + rounding);
        assertThat(expected(schedule, timeNs + 2)).isGreaterThanOrEqualTo(events - rounding);
    }

    @Test
    void itEndsWhenTheProfileEnds() {
        for (final String text :
                new String[] {"ramp 1000/s to 0/s in 2s poisson", "steps 1000/s for 1s, 0/s for 1s poisson"}) {
            final Schedule schedule = schedule(text);
            final Cursor cursor = schedule.cursor(Slice.WHOLE, 3);
            int count = 0;
            while (cursor.next() != Schedule.NEVER) {
                count++;
            }
            assertThat(deviations(count, 1_000)).isBetween(-3.3, 3.3);
            assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
        }
    }

    @Tag("slow")
    @Test
    void aLongSkipDropsAsManyAsTheProcessWouldHaveAndContinuesAtItsRate() {
        for (final String text : new String[] {
            "constant 1000000/s poisson",
            "ramp 0/s to 2000000/s in 2000s poisson",
            "burst 500000/s for 3s, 1500000/s for 3s poisson"
        }) {
            final Schedule schedule = schedule(text);
            // In 1998 s a billion sends of 10^6/s, of which half are this party's.
            final long offsetNs = 1_998 * SECOND_NS;
            final long endNs = offsetNs + SECOND_NS / 10;
            final double before = expected(schedule, offsetNs) / 2;
            final double after = expected(schedule, endNs) / 2 - before;
            assertThat(before).isGreaterThan(990_000_000);
            final double[] dropped = new double[20];
            final double[] handedOut = new double[20];
            for (int run = 0; run < 20; run++) {
                final Cursor cursor = schedule.cursor(new Slice(0, 2), run);
                dropped[run] = deviations((double) cursor.skipUntil(offsetNs), before);
                final long first = cursor.next();
                assertThat(first).isBetween(offsetNs, endNs);
                int count = 1;
                for (long time = cursor.next(); time < endNs; time = cursor.next()) {
                    count++;
                }
                handedOut[run] = deviations(count, after);
            }
            assertStandard(text, dropped);
            assertStandard(text, handedOut);
        }
    }

    /** The sum is normal, and the sum of squares is chi-squared, with 20 degrees of freedom. */
    private static void assertStandard(String text, double[] deviations) {
        assertThat(Arrays.stream(deviations).sum() / Math.sqrt(20)).as(text).isBetween(-3.3, 3.3);
        assertThat(Arrays.stream(deviations).map(d -> d * d).sum()).as(text).isBetween(5.9, 45.3);
    }

    @Test
    void expectationsAreThoseOfRegularArrivals() {
        final Schedule regular = schedule("burst 50/s for 30s, 1000/s for 10s");
        final Schedule random = regular.withArrivals(ArrivalProcess.POISSON);
        assertThat(random.timeNs(12_345)).isEqualTo(regular.timeNs(12_345));
        assertThat(random.count(77 * SECOND_NS)).isEqualTo(regular.count(77 * SECOND_NS));
        assertThat(random.withArrivals(ArrivalProcess.REGULAR)).isEqualTo(regular);
    }
}
