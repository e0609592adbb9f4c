package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SpinningTimeTest {

    private static final long HOUR_NS = 3_600_000_000_000L;

    @AutoClose
    private final SystemTime time = new SystemTime();

    private final SpinningTime spinning = new SpinningTime(time);

    @Test
    void aWaitEndsNoSoonerThanItsDeadlineAndNoLaterThanItMayBeWokenByAnother() {
        long now = spinning.nanoTime();
        spinning.parkUntil(now + 200_000);
        assertThat(spinning.nanoTime() - now).isGreaterThanOrEqualTo(200_000);
        now = spinning.nanoTime();
        spinning.parkUntil(now + HOUR_NS);
        assertThat(spinning.nanoTime() - now).isBetween(1_000_000L, HOUR_NS);
    }

    @Test
    void aDeadlineThatHasPassedIsNotWaitedFor() {
        long now = spinning.nanoTime();
        spinning.parkUntil(now - HOUR_NS);
        assertThat(spinning.nanoTime() - now).isLessThan(HOUR_NS);
    }

    /** The second wait has the whole time of its own: it ends after the 1 ms that a wait takes at most. */
    @Test
    void unparkEndsTheNextWaitAndOnlyThat() {
        spinning.unpark(Thread.currentThread());
        spinning.parkUntil(spinning.nanoTime() + HOUR_NS);
        long now = spinning.nanoTime();
        spinning.parkUntil(now + HOUR_NS);
        assertThat(spinning.nanoTime() - now).isGreaterThanOrEqualTo(1_000_000);
    }
}
