package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.pace.SystemTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
@Tag("timing")
class GroupTest {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SystemTime clock = new SystemTime();
    private final List<Group> opened = new ArrayList<>();

    @AutoClose("shutdownNow")
    private final ExecutorService caller = Executors.newSingleThreadExecutor();

    private final Witness atCoordinator = new Witness();
    private final Witness atB = new Witness();
    private final Witness atA = new Witness();

    private Group coordinator;
    private Group b;
    private Group a;

    @BeforeEach
    void open() throws GroupException {
        coordinator = opened(LoopbackGroup.listen("c", clock, atCoordinator));
        b = opened(LoopbackGroup.join(coordinator, "b", clock, atB));
        a = opened(LoopbackGroup.join(coordinator, "a", clock, atA));
        atCoordinator.awaits("joined a");
        atA.awaits("joined c");
        atB.awaits("joined c");
    }

    @AfterEach
    void close() {
        opened.forEach(Group::close);
        clock.close();
    }

    private Group opened(Group group) {
        opened.add(group);
        return group;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Member member(Group of, String name) {
        return of.members().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String ask(Group from, String whom, String question) throws GroupException {
        return new String(from.call(member(from, whom), bytes(question), PATIENCE), StandardCharsets.UTF_8);
    }

    @Test
    void theCoordinatorSeesAllItselfFirstAndThenByName() {
        assertThat(coordinator.members()).extracting(Member::name).containsExactly("c", "a", "b");
        assertThat(coordinator.members())
                .extracting(Member::role)
                .containsExactly(Role.COORDINATOR, Role.WORKER, Role.WORKER);
        assertThat(coordinator.members()).contains(coordinator.self(), a.self(), b.self());
        assertThat(coordinator.self().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(atCoordinator.seen()).containsExactly("joined b", "joined a");
    }

    @Test
    void aWorkerSeesItsCoordinatorAndItself() {
        assertThat(a.members()).containsExactly(coordinator.self(), a.self());
        assertThat(b.members()).containsExactly(coordinator.self(), b.self());
        assertThat(atB.seen()).containsExactly("joined c");
    }

    @Test
    void aCallReturnsWhatTheOtherOneAnswered() throws GroupException {
        assertThat(ask(coordinator, "a", "how are you")).isEqualTo("how are you");
        assertThat(ask(b, "c", "and you")).isEqualTo("and you");
        assertThat(ask(a, "c", "and you")).isEqualTo("and you");
    }

    @Test
    void aWorkerReachesNoOtherWorker() {
        a.send(b.self(), bytes("psst"));
        assertThatThrownBy(() -> a.call(b.self(), bytes("psst"), PATIENCE))
                .isInstanceOf(GroupException.class)
                .hasMessage("There is no " + b.self() + " in the group any more.");
        assertThat(atB.seen()).containsExactly("joined c");
    }

    @Test
    void aRequestMayBeLongerThanAPacket() throws GroupException {
        final byte[] request = new byte[3_000_000];
        request[2_999_999] = 7;
        assertThat(coordinator.call(member(coordinator, "a"), request, PATIENCE))
                .isEqualTo(request);
    }

    /** A fault of the other one is not waited for either. */
    @ParameterizedTest
    @CsvSource({"refuse, There is no driver kafka here.", "break, java.lang.IllegalStateException: a fault"})
    void aRefusalIsReportedWithItsSentence(String question, String sentence) {
        assertThatThrownBy(() -> ask(coordinator, "a", question))
                .isInstanceOf(GroupException.class)
                .hasMessage(member(coordinator, "a") + ": " + sentence);
    }

    @Test
    void aCallThatIsNotAnsweredInTimeFails() {
        assertThatThrownBy(() -> coordinator.call(member(coordinator, "a"), bytes("wait"), Duration.ofMillis(200)))
                .isInstanceOf(GroupException.class)
                .hasMessage("No answer from " + member(coordinator, "a") + " in 0.2 s.");
    }

    @Test
    void aRequestDoesNotWaitForTheOneBeforeIt() throws Exception {
        final Future<String> first = caller.submit(() -> ask(coordinator, "a", "wait"));
        atA.awaits("waits");
        assertThat(ask(coordinator, "a", "release")).isEqualTo("release");
        assertThat(first.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("wait");
    }

    @Test
    void messagesComeInTheOrderInWhichTheyWereSent() {
        final List<String> expected =
                IntStream.range(0, 2000).mapToObj(i -> "received a " + i).toList();
        IntStream.range(0, 2000).forEach(i -> a.send(coordinator.self(), bytes(String.valueOf(i))));
        atCoordinator.awaits("received a 1999");
        assertThat(atCoordinator.seen().stream()
                        .filter(line -> line.startsWith("received"))
                        .toList())
                .isEqualTo(expected);
    }

    @Test
    void whatWasSentBeforeTheGoodbyeArrivesBeforeIt() {
        IntStream.range(0, 500).forEach(i -> a.send(coordinator.self(), bytes(String.valueOf(i))));
        a.leave();
        atCoordinator.awaits("left a LEFT");
        final List<String> seen = atCoordinator.seen();
        assertThat(seen.indexOf("received a 499")).isPositive().isLessThan(seen.indexOf("left a LEFT"));
    }

    @Test
    void aWorkerThatLeavesIsSeenAsLeft() {
        final Member gone = a.self();
        a.leave();
        atCoordinator.awaits("left a LEFT");
        assertThat(coordinator.members()).extracting(Member::name).containsExactly("c", "b");
        assertThatThrownBy(() -> coordinator.call(gone, bytes("x"), PATIENCE))
                .isInstanceOf(GroupException.class)
                .hasMessage("There is no " + gone + " in the group any more.");
        assertThatThrownBy(() -> a.call(coordinator.self(), bytes("x"), PATIENCE))
                .isInstanceOf(GroupException.class)
                .hasMessage("This process has left the group.");
    }

    @Test
    void whoHasLeftHearsNothingMoreAndIsSentNothing() {
        final Member gone = a.self();
        a.leave();
        atCoordinator.awaits("left a LEFT");
        final List<String> before = atA.seen();
        coordinator.send(gone, bytes("lost"));
        b.leave();
        atCoordinator.awaits("left b LEFT");
        assertThat(atA.seen()).isEqualTo(before);
    }

    @Test
    void aCallToOneThatLeavesMeanwhileFails() {
        final Member whom = a.self();
        final Future<String> call = caller.submit(() -> ask(coordinator, "a", "wait"));
        atA.awaits("waits");
        a.leave();
        assertThatThrownBy(() -> call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(GroupException.class)
                .hasMessage(whom + " has left the group.");
    }

    @Test
    void workersSeeTheCoordinatorLeave() {
        coordinator.leave();
        atA.awaits("left c LEFT");
        atB.awaits("left c LEFT");
    }

    @Test
    void aNameIsFreeAgainWhenItsMemberHasLeft() throws GroupException {
        final String id = a.self().id();
        a.close();
        atCoordinator.awaits("left a LEFT");
        final Group again = opened(LoopbackGroup.join(coordinator, "a", clock, new Witness()));
        atCoordinator.awaits(lines -> lines.lastIndexOf("joined a") > lines.indexOf("left a LEFT"), "a joins again");
        assertThat(again.self().id()).isNotEqualTo(id);
    }

    @Test
    void aNameThatIsTakenIsRefused() {
        assertThatThrownBy(() -> opened(LoopbackGroup.join(coordinator, "b", clock, new Witness(), Duration.ZERO)))
                .isInstanceOf(GroupException.class)
                .hasMessageContaining("There is a member named b already; give one of them another name.");
        assertThat(coordinator.members()).hasSize(3);
    }

    @Test
    void nothingIsLeftAfterClosing() {
        final Set<String> before = threads();
        assertThat(before).isNotEmpty();
        opened.forEach(Group::close);
        // They have been told to end, and need a moment for that.
        final long endNs = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (!threads().isEmpty() && System.nanoTime() < endNs) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(threads()).isEmpty();
    }

    @Test
    void allThreadsAreDaemons() {
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("dyno-"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
    }

    /** Threads of groups that are alive. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().matches("dyno-(group|answer|link).*"))
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }
}
