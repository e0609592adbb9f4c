package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process of the group is killed or frozen at a random time, amid what the others tell it; the time is drawn by a seed. */
@Tag("slow")
@Tag("nightly")
class SuddenEndsTest {

    private static final int TRIES = 20;
    private static final int LATEST_MS = 800;

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private static Path folder;

    private static Path keys = Path.of("");

    private final SystemTime clock = new SystemTime();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /**
     * One of them.
     *
     * @param afterMs since all have joined
     */
    record Try(int seed, Role victim, Departure how, int afterMs) {

        static Try of(int seed) {
            final Random random = new Random(seed);
            return new Try(
                    seed,
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

    @BeforeAll
    static void makeKeys() throws GroupException {
        keys = Keys.make(folder, List.of("any")).get(0);
    }

    @AfterEach
    void end() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        clock.close();
    }

    private GroupOptions options(HostPort at, String name) {
        return new GroupOptions(at, name, "1.0").withKeys(keys);
    }

    private Survivor coordinator() throws GroupException {
        final Witness witness = new Witness();
        final Group group = GroupConnector.listen(options(new HostPort("localhost", 0), "c"), clock, witness);
        opened.push(group);
        return new Survivor(group, witness);
    }

    private Survivor worker(String address, String name) throws GroupException {
        final Witness witness = new Witness();
        final Group group =
                GroupConnector.join(options(HostPort.parse(address, 0), name), clock, witness, Duration.ofSeconds(20));
        opened.push(group);
        return new Survivor(group, witness);
    }

    @ParameterizedTest
    @MethodSource("tries")
    void itIsSeenInTimeWheneverItIs(Try one) throws Exception {
        final Peer.Setup setup = Peer.Setup.plain().withKeys(keys);
        final boolean coordinates = one.victim == Role.COORDINATOR;
        final List<Survivor> survivors = new ArrayList<>();
        final Peer victim;
        if (coordinates) {
            victim = Peer.listen(setup, "localhost:0", "victim");
            opened.push(victim);
            survivors.add(worker(victim.ready(), "w1"));
            survivors.add(worker(victim.ready(), "w2"));
        } else {
            survivors.add(coordinator());
            final String address = survivors.get(0).group.address().toString();
            worker(address, "w1");
            victim = Peer.join(setup, address, "victim");
            opened.push(victim);
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
}
