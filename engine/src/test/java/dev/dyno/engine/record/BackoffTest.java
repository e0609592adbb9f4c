package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.sim.VirtualTime;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final long MS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), time);

    private long[] failuresMs(int count) {
        return LongStream.range(0, count)
                .map(i -> backoff.afterFailureNs() / MS)
                .toArray();
    }

    @Test
    void pausesDoubleUpToTenTimesTheFirst() {
        assertThat(backoff.afterBreakNs()).isZero();
        assertThat(failuresMs(6)).containsExactly(100, 200, 400, 800, 1_000, 1_000);
    }

    @Test
    void aConnectionThatBreaksAtOnceIsReplacedAfterEverLongerPauses() {
        assertThat(backoff.afterBreakNs()).isZero();
        long[] pausesMs = LongStream.range(0, 6)
                .map(i -> {
                    backoff.restored();
                    time.advance(MS);
                    return MS + backoff.afterBreakNs();
                })
                .map(ns -> ns / MS)
                .toArray();
        assertThat(pausesMs).containsExactly(100, 200, 400, 800, 1_000, 1_000);
    }

    /** One that broke a moment before the end of the pause was down for all of that again, and a moment later for none. */
    @Test
    void theTimeForWhichAConnectionHasHeldIsPartOfTheNextPause() {
        failuresMs(3);
        backoff.restored();
        time.advance(500 * MS);
        assertThat(backoff.afterBreakNs()).isEqualTo(300 * MS);
    }

    @Test
    void aConnectionThatHasHeldForTheNextPauseIsReplacedAtOnce() {
        failuresMs(3);
        backoff.restored();
        time.advance(800 * MS - 1);
        assertThat(backoff.afterBreakNs()).isEqualTo(1);
        backoff.restored();
        time.advance(1_000 * MS);
        assertThat(backoff.afterBreakNs()).isZero();
        assertThat(failuresMs(1)).containsExactly(100);
    }
}
