package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.tck.JdkTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A process of the group is killed or frozen, amid what the others tell it. */
@Tag("timing")
class SuddenEndsTest extends ProcessGroup {

    private static final int TRIES = 20;
    private static final int LATEST_MS = 800;
    private static final JdkTime CLOCK = new JdkTime();

    /**
     * One of them.
     *
     * @param afterMs since all have joined
     */
    record Try(Role victim, Departure how, int afterMs) {

        /** The time is drawn by a seed. */
        static Try of(int seed) {
            final Random random = new Random(seed);
            return new Try(
                    random.nextInt(3) == 0 ? Role.COORDINATOR : Role.WORKER,
                    random.nextBoolean() ? Departure.CRASHED : Departure.SILENT,
                    random.nextInt(LATEST_MS));
        }

        Duration bound() {
            return Duration.ofSeconds(how == Departure.CRASHED ? 1 : 4);
        }
    }

    /** A member that is not harmed. */
    private record Survivor(Group group, Witness witness) {}

    static Stream<Try> tries() {
        return IntStream.range(0, TRIES).mapToObj(Try::of);
    }

    private Survivor coordinator() throws GroupException {
        final Witness witness = new Witness();
        final Group group = GroupConnector.listen(options(new HostPort("localhost", 0), "c"), CLOCK, witness);
        opened.add(group);
        return new Survivor(group, witness);
    }

    private Survivor worker(String address, String name) throws GroupException {
        final Witness witness = new Witness();
        final Group group =
                GroupConnector.join(options(HostPort.parse(address, 0), name), CLOCK, witness, Duration.ofSeconds(20));
        opened.add(group);
        return new Survivor(group, witness);
    }

    private static GroupOptions options(HostPort at, String name) {
        return new GroupOptions(at, name, "1.0", setup.keys(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"COORDINATOR, CRASHED", "COORDINATOR, SILENT", "WORKER, CRASHED"})
    void itIsSeenInTime(Role victim, Departure how) throws Exception {
        assertThatItIsSeen(new Try(victim, how, LATEST_MS));
    }

    @ParameterizedTest
    @Tag("nightly")
    @MethodSource("tries")
    void itIsSeenInTimeWheneverItIs(Try one) throws Exception {
        assertThatItIsSeen(one);
    }

    private void assertThatItIsSeen(Try one) throws Exception {
        final List<Survivor> survivors = new ArrayList<>();
        final Peer victim;
        if (one.victim == Role.COORDINATOR) {
            victim = opened(Peer.listen(setup, "localhost:0", "victim"));
            survivors.add(worker(victim.ready(), "w1"));
            survivors.add(worker(victim.ready(), "w2"));
        } else {
            survivors.add(coordinator());
            final String address = survivors.get(0).group.address().toString();
            worker(address, "w1");
            victim = join(address, "victim");
        }
        for (final Survivor survivor : survivors) {
            survivor.witness.awaits("joined victim");
            victim.awaits("joined " + survivor.group.self().name());
        }

        final long endNs = System.nanoTime() + one.afterMs * 1_000_000L;
        while (System.nanoTime() < endNs) {
            survivors.forEach(SuddenEndsTest::tell);
            LockSupport.parkNanos(1_000_000);
        }
        final long beganNs = System.nanoTime();
        if (one.how == Departure.CRASHED) {
            victim.kill();
        } else {
            victim.freeze();
        }
        for (final Survivor survivor : survivors) {
            survivor.witness.awaits("left victim " + one.how);
            assertThat(Duration.ofNanos(System.nanoTime() - beganNs))
                    .as(survivor.group.self().name())
                    .isLessThan(one.bound());
            assertThat(survivor.group.members()).extracting(Member::name).doesNotContain("victim");
        }
    }

    private static void tell(Survivor survivor) {
        survivor.group.members().stream()
                .filter(member -> member.name().equals("victim"))
                .forEach(victim -> survivor.group.send(victim, "all is well".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aWorkerThatWasFrozenKnowsThatItWasSilentAndNotThatItsCoordinatorCrashed() throws Exception {
        final Peer coordinator = listen();
        final Peer worker = join(coordinator.ready(), "w1");
        coordinator.awaits("joined w1");
        final long beganNs = System.nanoTime();
        worker.freeze();
        coordinator.awaits("left w1 SILENT");
        assertThat(Duration.ofNanos(System.nanoTime() - beganNs))
                .isLessThan(new Try(Role.WORKER, Departure.SILENT, 0).bound());
        worker.resume();
        worker.awaits("left c SILENT");
    }
}
