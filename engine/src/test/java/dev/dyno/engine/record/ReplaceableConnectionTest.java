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
import org.junit.jupiter.api.Test;

/** A connection that is replaced by another one. */
class ReplaceableConnectionTest {

    private static final long MS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final Failure failure = new Failure(() -> {});
    private final ScriptedDriver driver = new ScriptedDriver();
    private final Reconnector reconnector = new Reconnector(
            new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100))),
            time,
            Threads.inline(),
            failure,
            new FaultLog(new Timeline(0, 0), true));

    private ReplaceableConnection open() throws DriverException {
        Client client = driver.open(new ClientSpec("scripted", Optional.empty(), Map.of(), time));
        return ReplaceableConnection.open(client, Optional.empty(), reconnector);
    }

    @Test
    void anotherClusterAtTheSameAddressFailsTheRun() throws DriverException {
        driver.clusterId = Optional.of("east");
        ReplaceableConnection link = open();
        driver.clusterId = Optional.of("west");
        assertThat(link.reconnect()).isFalse();
        assertThat(failure.sentence())
                .contains(
                        "another cluster answers at the broker's address: west, and before the connection broke it was"
                                + " east; its messages are not those of this run. Start the run again");
    }

    @Test
    void theSameClusterOrOneThatDoesNotSayIsTaken() throws DriverException {
        driver.clusterId = Optional.of("east");
        ReplaceableConnection link = open();
        assertThat(link.reconnect()).isTrue();
        driver.clusterId = Optional.empty();
        assertThat(link.reconnect()).isTrue();
        assertThat(failure.happened()).isFalse();
    }

    /** A pause on top of the wait for an answer would lengthen the outage: pauses of 100, 200, 400, 800 and 1,000 ms. */
    @Test
    void aPauseCountsFromTheBeginningOfTheAttemptThatFailed() throws DriverException {
        List<Long> attemptsMs = new ArrayList<>();
        ReplaceableConnection link = open();
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
