package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final long MS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), time);
    private final ScriptedDriver driver = new ScriptedDriver();
    private final List<Long> attemptsMs = new ArrayList<>();

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

    /** A pause on top of the wait for an answer would lengthen the outage: pauses of 100, 200, 400, 800 and 1,000 ms. */
    @Test
    void aPauseCountsFromTheBeginningOfTheAttemptThatFailed() throws DriverException {
        Client client = driver.open(new ClientSpec("scripted", Optional.empty(), Map.of(), time));
        Reconnector reconnector = new Reconnector(
                new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100))),
                time,
                Threads.inline(),
                new Failure(() -> {}),
                new FaultLog(new Timeline(0, 0), true));
        ReplaceableConnection link = ReplaceableConnection.open(client, Optional.empty(), reconnector);
        reconnector.begin();
        driver.connect = () -> {
            attemptsMs.add(time.nanoTime() / MS);
            time.advance(300 * MS);
            throw new DriverException("the stream has no leader");
        };
        driver.onFailure.accept(new DriverException("the connection is lost"));
        time.advance(3_000 * MS);
        assertThat(attemptsMs).containsExactly(0L, 300L, 600L, 1_000L, 1_800L, 2_800L);
        assertThat(link.isUp()).isFalse();
    }
}
