package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that are killed and frozen. */
@Tag("timing")
class LostProcessesTest extends ProcessGroup {

    /** Waits for the line, and for how long it is since then. */
    private static Duration since(long beganNs, Peer peer, String line) {
        peer.awaits(line);
        return Duration.ofNanos(System.nanoTime() - beganNs);
    }

    /** An end of a member, how the others see it, and within which time. */
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
}
