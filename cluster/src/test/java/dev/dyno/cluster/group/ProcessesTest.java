package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.pace.SystemTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members in processes of their own, which are killed and frozen. With TLS, as between machines. */
@Tag("slow")
class ProcessesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    private static Peer.Setup setup = Peer.Setup.plain();

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeKeys() throws GroupException {
        setup = Peer.Setup.plain().withKeys(Keys.make(folder, List.of("any")).get(0));
    }

    @AfterEach
    void end() throws Exception {
        for (final AutoCloseable one : opened) {
            one.close();
        }
    }

    private Peer opened(Peer peer) {
        opened.add(peer);
        return peer;
    }

    private Peer listen() {
        return opened(Peer.listen(setup, "localhost:0", "c"));
    }

    private Peer join(String address, String name) {
        return opened(Peer.join(setup, address, name));
    }

    /** Waits for the line, and for how long it is since then. */
    private static Duration since(long beganNs, Peer peer, String line) {
        peer.awaits(line);
        return Duration.ofNanos(System.nanoTime() - beganNs);
    }

    @Test
    void fourProcessesAreAGroupInFiveSeconds() throws IOException {
        final Duration took = formation();
        final double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        assumeTrue(
                load < 2 * Runtime.getRuntime().availableProcessors(),
                "this machine is busy with something else: its load is " + load + ", and the group took " + took);
        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    /** From when all are told to until all see all. */
    private Duration formation() throws IOException {
        final String address = "localhost:" + Ports.free();
        // Workers first: they find nobody, and must not become a group of their own.
        final List<Peer> peers = List.of(
                opened(Peer.start(setup, "join", address, "w1")),
                opened(Peer.start(setup, "join", address, "w2")),
                opened(Peer.start(setup, "join", address, "w3")),
                opened(Peer.start(setup, "listen", address, "c")));
        peers.forEach(peer -> peer.awaits("up"));
        final long beganNs = System.nanoTime();
        peers.forEach(Peer::go);
        for (final Peer peer : peers) {
            peers.stream().filter(other -> other != peer).forEach(other -> peer.awaits("joined " + other.name()));
        }
        final Duration took = Duration.ofNanos(System.nanoTime() - beganNs);
        peers.forEach(Peer::close);
        return took;
    }

    /** What is done to a member, how the others see it, and within which time. */
    private enum End {
        KILLED(Departure.CRASHED, 1),
        FROZEN(Departure.SILENT, 4);

        private final Departure seen;
        private final Duration bound;

        End(Departure seen, int seconds) {
            this.seen = seen;
            bound = Duration.ofSeconds(seconds);
        }

        void come(Peer victim) throws IOException, InterruptedException {
            if (this == KILLED) {
                victim.kill();
            } else {
                victim.freeze();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLostWorkerIsSeenInTimeByAll(End end) throws Exception {
        final Peer coordinator = listen();
        final Peer other = join(coordinator.ready(), "other");
        final Peer victim = join(coordinator.ready(), "victim");
        coordinator.awaits("joined victim");
        other.awaits("joined victim");
        other.call("victim");
        assertThatItIsSeen(end, victim, coordinator, other);
    }

    @ParameterizedTest
    @EnumSource
    void aLostCoordinatorIsSeenInTimeByAllWorkers(End end) throws Exception {
        final Peer coordinator = listen();
        final Peer w1 = join(coordinator.ready(), "w1");
        final Peer w2 = join(coordinator.ready(), "w2");
        w1.awaits("joined w2");
        w2.awaits("joined w1");
        assertThatItIsSeen(end, coordinator, w1, w2);
    }

    private static void assertThatItIsSeen(End end, Peer victim, Peer... others)
            throws IOException, InterruptedException {
        final long beganNs = System.nanoTime();
        end.come(victim);
        for (final Peer other : others) {
            assertThat(since(beganNs, other, "left " + victim.name() + " " + end.seen))
                    .isLessThan(end.bound);
        }
    }

    @Test
    void aWorkerThatSaysGoodbyeHasLeftAndItsProcessEndsByItself() throws Exception {
        final Peer coordinator = listen();
        final Peer worker = join(coordinator.ready(), "w1");
        coordinator.awaits("joined w1");
        worker.awaits("ready");
        worker.leave();
        coordinator.awaits("left w1 LEFT");
        // Nothing but what it says itself: neither JGroups nor the JDK has printed anything.
        assertThat(worker.lines()).hasSize(4).last().isEqualTo("closed");
        coordinator.leave();
        assertThat(coordinator.lines()).hasSize(5);
    }

    @Test
    void theClockOfAWorkerIsFoundWithinTheBound() throws Exception {
        TimeNamespace.assumeAvailable();
        final SystemTime clock = new SystemTime();
        final Witness witness = new Witness();
        final GroupOptions options =
                new GroupOptions(new HostPort("localhost", 0), "c", "1.0").withKeys(folder.resolve("any"));
        try (Group coordinator = Groups.listen(options, clock, witness)) {
            for (final int aheadS : new int[] {3, 100_000}) {
                final String name = "ahead-" + aheadS;
                final Peer.Setup ahead = setup.within(TimeNamespace.ahead(aheadS));
                opened(Peer.join(ahead, coordinator.address().toString(), name));
                witness.awaits("joined " + name);
                final Member worker = coordinator.members().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                final ClockOffset offset = ClockProbe.measure(coordinator, worker, Duration.ofSeconds(20));
                final long errorNs = offset.offsetNs() - aheadS * 1_000_000_000L;
                assertThat(Math.abs(errorNs)).as(offset.toString()).isLessThanOrEqualTo(offset.boundNs());
                assertThat(offset.boundNs()).isPositive().isLessThan(20_000_000);
            }
        } finally {
            clock.close();
        }
    }
}
