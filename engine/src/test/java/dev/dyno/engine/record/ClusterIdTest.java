package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A connection that is replaced by one with another cluster. */
class ClusterIdTest {

    private final VirtualTime time = new VirtualTime();
    private final Failure failure = new Failure(() -> {});
    private final ScriptedDriver driver = new ScriptedDriver();

    private ReplaceableConnection open() throws DriverException {
        Client client = driver.open(new ClientSpec("scripted", Optional.empty(), Map.of(), time));
        FaultPlan plan = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100)));
        FaultLog log = new FaultLog(new Timeline(0, 0), true);
        return ReplaceableConnection.open(
                client, Optional.empty(), new Reconnector(plan, time, Threads.daemons(() -> {}), failure, log));
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
}
