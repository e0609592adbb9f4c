package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
    void aLostWorkerIsSeenInTime(End end) throws Exception {
        final Peer coordinator = listen();
        final Peer other = join(coordinator.ready(), "other");
        final Peer victim = join(coordinator.ready(), "victim");
        coordinator.awaits("joined other");
        coordinator.awaits("joined victim");
        assertThatItIsSeen(end, victim, coordinator);
        other.call("c");
    }

    @ParameterizedTest
    @EnumSource
    void aLostCoordinatorIsSeenInTimeByAllWorkers(End end) throws Exception {
        final Peer coordinator = listen();
        final Peer w1 = join(coordinator.ready(), "w1");
        final Peer w2 = join(coordinator.ready(), "w2");
        w1.awaits("joined c");
        w2.awaits("joined c");
        assertThatItIsSeen(end, coordinator, w1, w2);
    }

    @Test
    void aWorkerThatWasFrozenKnowsThatItWasSilentAndNotThatItsCoordinatorCrashed() throws Exception {
        final Peer coordinator = listen();
        final Peer worker = join(coordinator.ready(), "w1");
        coordinator.awaits("joined w1");
        worker.freeze();
        coordinator.awaits("left w1 SILENT");
        worker.resume();
        worker.awaits("left c SILENT");
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
