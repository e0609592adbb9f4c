package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Contract of every schedule with regular arrivals. */
abstract class ScheduleContract extends CursorContract {

    private static final long DAY_NS = 86_400L * 1_000_000_000;

    private final long toleranceNs;

    /** @param toleranceNs by how many ns a time may differ from the exact one: only a ramp may, by one */
    ScheduleContract(String text, long toleranceNs) {
        super(text);
        this.toleranceNs = toleranceNs;
    }

    @Test
    void timesAreThoseOfExactArithmetic() {
        final Schedule schedule = schedule();
        final ExactTimes exact = new ExactTimes(schedule.shape());
        numbers().forEach(i -> {
            final long expected = exact.timeNs(i);
            assertThat(Math.abs(schedule.timeNs(i) - expected))
                    .as("send %d at %d, exactly %d", i, schedule.timeNs(i), expected)
                    .isLessThanOrEqualTo(toleranceNs);
        });
    }

    @Test
    void timesNeverDecreaseWithTheNumber() {
        final Schedule schedule = schedule();
        numbers().forEach(i -> assertThat(schedule.timeNs(i + 1)).isGreaterThanOrEqualTo(schedule.timeNs(i)));
    }

    @Test
    void countIsTheNumberOfTimesBefore() {
        final Schedule schedule = schedule();
        assertThat(schedule.count(Long.MIN_VALUE)).isZero();
        assertThat(schedule.count(0)).isZero();
        numbers().forEach(i -> {
            final long timeNs = schedule.timeNs(i);
            if (timeNs != Schedule.NEVER) {
                final long before = schedule.count(timeNs);
                assertThat(before).isLessThanOrEqualTo(i);
                assertThat(before == 0 || schedule.timeNs(before - 1) < timeNs).isTrue();
                assertThat(schedule.timeNs(before)).isEqualTo(timeNs);
                final long until = schedule.count(timeNs + 1);
                assertThat(until).isGreaterThan(i);
                assertThat(schedule.timeNs(until - 1)).isEqualTo(timeNs);
                assertThat(schedule.timeNs(until)).isGreaterThan(timeNs);
            }
        });
    }

    @Test
    void slicesPartitionTheWholeExactly() {
        final int each = 420;
        for (final int count : COUNTS) {
            final List<Long> union = new ArrayList<>();
            for (int index = 0; index < count; index++) {
                union.addAll(take(schedule().cursor(new Slice(index, count), SEED), each));
            }
            Collections.sort(union);
            final Schedule schedule = schedule();
            assertThat(union)
                    .isEqualTo(LongStream.range(0, (long) each * count)
                            .map(schedule::timeNs)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void dividedSlicesPartitionTheSliceExactly() {
        final Slice slice = new Slice(1, 3);
        final List<Long> union = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            union.addAll(take(
                    schedule().cursor(new Slice(slice.index() + i * slice.count(), 4 * slice.count()), SEED), 100));
        }
        Collections.sort(union);
        assertThat(union).isEqualTo(take(schedule().cursor(slice, SEED), 400));
    }

    @Test
    void aCursorIsRightAlsoAfterALongSkip() {
        final Schedule schedule = schedule();
        for (final int count : COUNTS) {
            for (final long offsetNs : new long[] {1, 1_000_000_007, DAY_NS, 100 * DAY_NS + 123_456_789}) {
                final Cursor cursor = schedule.cursor(new Slice(count - 1, count), SEED);
                long i = count - 1 + cursor.skipUntil(offsetNs) * count;
                assertThat(i < count || schedule.timeNs(i - count) < offsetNs).isTrue();
                assertThat(schedule.timeNs(i)).isGreaterThanOrEqualTo(offsetNs);
                for (int n = 0; n < 400; n++) {
                    assertThat(cursor.next()).isEqualTo(schedule.timeNs(i));
                    i += count;
                }
            }
        }
    }

    @Test
    void numbersBelowZeroAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> schedule().timeNs(-1));
    }

    @Test
    void numbersBeyondAllTimesNeverCome() {
        assertThat(schedule().timeNs(Long.MAX_VALUE)).isEqualTo(Schedule.NEVER);
        assertThat(schedule().count(Long.MAX_VALUE)).isPositive();
    }

    /** The first ones, some around every power of ten up to 10^14, and around the billionth. */
    private static LongStream numbers() {
        final LongStream first = LongStream.range(0, 3_000);
        final LongStream far = LongStream.iterate(10_000, i -> i <= 100_000_000_000_000L, i -> i * 10)
                .flatMap(i -> LongStream.range(i - 50, i + 50));
        return LongStream.concat(first, far);
    }
}
