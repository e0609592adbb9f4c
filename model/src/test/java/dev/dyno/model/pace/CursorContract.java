package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of the cursors of every schedule, whatever the arrivals. */
abstract class CursorContract {

    static final int[] COUNTS = {1, 2, 3, 7};
    static final long SEED = 42;

    private final String text;

    /** @param text a schedule with at least 3000 sends */
    CursorContract(String text) {
        this.text = text;
    }

    final Schedule schedule() {
        return (Schedule) LoadShape.parse(text);
    }

    @Test
    void timesStartAtZeroOrLaterAndNeverDecrease() {
        for (final int count : COUNTS) {
            for (int index = 0; index < count; index++) {
                final List<Long> times = take(schedule().cursor(new Slice(index, count), SEED), 400);
                assertThat(times).isSorted().allMatch(time -> time >= 0 && time != Schedule.NEVER);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameTimes() {
        final Slice slice = new Slice(1, 3);
        assertThat(take(schedule().cursor(slice, SEED), 1_000))
                .isEqualTo(take(schedule().cursor(slice, SEED), 1_000));
    }

    @Test
    void skipUntilDropsAsManyAsSteppingWouldAndContinuesTheSame() {
        for (final int count : COUNTS) {
            final Slice slice = new Slice(count - 1, count);
            final List<Long> times = take(schedule().cursor(slice, SEED), 400);
            for (int from = 0; from < 380; from += 19) {
                for (int to = from; to < 380; to += 13) {
                    // to the very time, to 1 ns before and after it, and to the middle of a gap
                    for (final long offsetNs : new long[] {
                        times.get(to) - 1, times.get(to), times.get(to) + 1, (times.get(to) + times.get(to + 1)) / 2
                    }) {
                        final Cursor cursor = schedule().cursor(slice, SEED);
                        take(cursor, from);
                        int dropped = 0;
                        while (times.get(from + dropped) < offsetNs) {
                            dropped++;
                        }
                        assertThat(cursor.skipUntil(offsetNs)).isEqualTo(dropped);
                        assertThat(take(cursor, 10)).isEqualTo(times.subList(from + dropped, from + dropped + 10));
                    }
                }
            }
        }
    }

    @Test
    void skippingToThePastDropsNothing() {
        final List<Long> times = take(schedule().cursor(Slice.WHOLE, SEED), 101);
        final Cursor cursor = schedule().cursor(Slice.WHOLE, SEED);
        take(cursor, 100);
        assertThat(cursor.skipUntil(Long.MIN_VALUE)).isZero();
        assertThat(cursor.skipUntil(0)).isZero();
        assertThat(cursor.skipUntil(times.get(100))).isZero();
        assertThat(cursor.next()).isEqualTo(times.get(100));
    }

    @Test
    void afterTheLastTimeOfAllItHasEndedForGood() {
        final Cursor cursor = schedule().cursor(new Slice(2, 3), SEED);
        assertThat(cursor.skipUntil(Schedule.NEVER)).isPositive();
        assertThat(take(cursor, 3)).containsOnly(Schedule.NEVER);
        assertThat(cursor.skipUntil(Schedule.NEVER)).isZero();
        assertThat(cursor.next()).isEqualTo(Schedule.NEVER);
    }

    @Test
    void nothingIsAllocatedPerSend() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Cursor cursor = schedule().cursor(new Slice(1, 3), SEED);
        // The first round loads classes.
        long allocated = 0;
        for (int round = 0; round < 2; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            long time = 0;
            for (int n = 0; n < 10_000 && time != Schedule.NEVER; n++) {
                time = cursor.next();
                cursor.skipUntil(time + 1_000_000);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isZero();
    }

    @Test
    void theTextParsesBackToTheSameSchedule() {
        final String text = schedule().toString();
        assertThat(LoadShape.parse(text)).isEqualTo(schedule()).hasSameHashCodeAs(schedule());
        assertThat(LoadShape.parse(text)).hasToString(text);
    }

    static List<Long> take(Cursor cursor, int count) {
        final List<Long> times = new ArrayList<>(count);
        for (int n = 0; n < count; n++) {
            times.add(cursor.next());
        }
        return times;
    }
}
