package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.tck.FreePort;
import dev.dyno.model.pace.SystemTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Processes that come, speak and leave. */
class ProcessesTest extends ProcessGroup {

    /** From the call of all members until the coordinator and all workers see each other. */
    @Test
    void fourProcessesAreAGroupInFiveSeconds() throws IOException {
        final String address = "localhost:" + FreePort.find();
        // Workers first: they find nobody, and must not become a group of their own.
        final List<Peer> peers = List.of(
                opened(Peer.start(setup, "join", address, "w1")),
                opened(Peer.start(setup, "join", address, "w2")),
                opened(Peer.start(setup, "join", address, "w3")),
                opened(Peer.start(setup, "listen", address, "c")));
        peers.forEach(peer -> peer.awaits("up"));
        final long beganNs = System.nanoTime();
        peers.forEach(Peer::go);
        peers.subList(0, 3).forEach(worker -> {
            worker.awaits("joined c");
            peers.get(3).awaits("joined " + worker.name());
        });
        final Duration took = Duration.ofNanos(System.nanoTime() - beganNs);
        final double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        assumeTrue(
                load < 2 * Runtime.getRuntime().availableProcessors(),
                "this machine is busy with something else: its load is " + load + ", and the group took " + took);
        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aWorkerThatSaysGoodbyeHasLeftAndItsProcessEndsByItself() throws Exception {
        final Peer coordinator = listen();
        final Peer worker = join(coordinator.ready(), "w1");
        coordinator.awaits("joined w1");
        worker.awaits("ready");
        worker.awaits("joined c");
        worker.leave();
        worker.awaits("closed");
        coordinator.awaits("left w1 LEFT");
        // Nothing but what it says itself: the JDK has printed nothing.
        assertThat(worker.lines()).hasSize(4).last().isEqualTo("closed");
        coordinator.leave();
        coordinator.awaits("closed");
        assertThat(coordinator.lines()).hasSize(5);
    }

    @Test
    void theClockOfAWorkerIsFoundWithinTheBound() throws Exception {
        TimeNamespace.assumeAvailable();
        final SystemTime clock = new SystemTime();
        final Witness witness = new Witness();
        final GroupOptions options =
                new GroupOptions(new HostPort("localhost", 0), "c", "1.0", setup.keys(), Optional.empty());
        try (Group coordinator = GroupConnector.listen(options, clock, witness)) {
            for (final int aheadS : new int[] {3, 100_000}) {
                final String name = "ahead-" + aheadS;
                final Peer.Setup ahead = setup.within(TimeNamespace.ahead(aheadS));
                opened(Peer.join(ahead, coordinator.address().toString(), name));
                witness.awaits("joined " + name);
                final Member worker = GroupTest.member(coordinator, name);
                final ClockOffset offset =
                        ClockProbe.measure(coordinator, worker, ClockProbe.READINGS, Duration.ofSeconds(20));
                final long errorNs = offset.offsetNs() - aheadS * 1_000_000_000L;
                assertThat(Math.abs(errorNs)).as(offset.toString()).isLessThanOrEqualTo(offset.boundNs());
                assertThat(offset.boundNs()).isPositive().isLessThan(20_000_000);
            }
        } finally {
            clock.close();
        }
    }
}
