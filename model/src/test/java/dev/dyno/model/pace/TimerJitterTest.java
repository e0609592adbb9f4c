package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dyno.driver.TimeSource;
import org.junit.jupiter.api.Test;

class TimerJitterTest {

    /** A clock whose waits end late by a script, with a wake-up for no reason before each. */
    private static final class LateClock implements TimeSource {

        private final long[] lateNs;
        private long nowNs = Long.MAX_VALUE - 150;
        private int waits;
        private boolean spurious = true;

        LateClock(long... lateNs) {
            this.lateNs = lateNs;
        }

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public long epochMillis() {
            return 0;
        }

        @Override
        public void parkUntil(long deadlineNs) {
            spurious = !spurious;
            nowNs = spurious ? deadlineNs - 1 : deadlineNs + lateNs[waits++];
        }

        @Override
        public void unpark(Thread thread) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cancellable schedule(long atNs, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void ofAnOpenNumberOfWaitsTheLastOnesCount() throws InterruptedException {
        final TimerJitter jitter =
                TimerJitter.measure(new LateClock(90, 80, 10, 40, 20, 30), 100, 4, done -> done == 6);
        assertThat(jitter.count()).isEqualTo(4);
        assertThat(jitter.maxNs()).isEqualTo(40);
        final TimerJitter few = TimerJitter.measure(new LateClock(90, 80), 100, 4, done -> done == 2);
        assertThat(few.count()).isEqualTo(2);
        assertThat(few.percentileNs(0)).isEqualTo(80);
    }

    @Test
    void latenessIsTakenFromEachDeadline() throws InterruptedException {
        final TimerJitter jitter = TimerJitter.measure(new LateClock(10, 40, 20, 30), 100, 4);
        assertThat(jitter.count()).isEqualTo(4);
        assertThat(jitter.percentileNs(0)).isEqualTo(10);
        assertThat(jitter.percentileNs(25)).isEqualTo(10);
        assertThat(jitter.percentileNs(50)).isEqualTo(20);
        assertThat(jitter.percentileNs(75)).isEqualTo(30);
        assertThat(jitter.percentileNs(99.9)).isEqualTo(40);
        assertThat(jitter.percentileNs(100)).isEqualTo(40);
        assertThat(jitter.maxNs()).isEqualTo(40);
    }

    @Test
    void oneLongDelayCountsOnce() throws InterruptedException {
        final TimerJitter jitter = TimerJitter.measure(new LateClock(0, 1_000, 0, 0), 100, 4);
        assertThat(jitter.maxNs()).isEqualTo(1_000);
        assertThat(jitter.percentileNs(75)).isZero();
    }

    @Test
    void aDeadlineThatIsReachedAtItsTurnIsMovedLikeOneThatHasPassed() throws InterruptedException {
        final TimerJitter jitter = TimerJitter.measure(new LateClock(100, 7, 8), 100, 3);
        assertThat(jitter.percentileNs(0)).isEqualTo(7);
        assertThat(jitter.percentileNs(50)).isEqualTo(8);
        assertThat(jitter.maxNs()).isEqualTo(100);
    }

    @Test
    void anInterruptEndsTheMeasurement() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> TimerJitter.measure(new LateClock(0), 100, 1));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void argumentsOutOfRangeAreRefused() throws InterruptedException {
        final TimerJitter jitter = TimerJitter.measure(new LateClock(1), 100, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> TimerJitter.measure(new LateClock(), 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TimerJitter.measure(new LateClock(), 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> jitter.percentileNs(-0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> jitter.percentileNs(100.1));
        assertThatIllegalArgumentException().isThrownBy(() -> jitter.percentileNs(Double.NaN));
    }
}
