package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.run.Simulation;
import dev.dyno.model.pace.SystemTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LastCallsTest {

    private final List<String> made = new CopyOnWriteArrayList<>();
    private final Simulation simulation = new Simulation();

    @AutoClose
    private final SystemTime time = new SystemTime();

    private final RunControl control = new RunControl(time);

    /** Number of calls that return before each wait for a thread ends because time is up. */
    private final List<Integer> returning = new ArrayList<>();

    private static final int LOOKS = (int) (ClientCalls.PATIENCE_MS / ClientCalls.LOOK_MS);

    private final Semaphore gate = new Semaphore(0);
    private final List<Thread> started = new ArrayList<>();

    /** Real threads, and waits that end when the calls of that time have been made. */
    private Threads.Running start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        started.add(thread);
        thread.start();
        return timeoutMillis -> {
            if (timeoutMillis != ClientCalls.LOOK_MS) {
                return joined(thread);
            }
            if (returning.isEmpty() || thread.getState() == Thread.State.TERMINATED) {
                return joined(thread);
            }
            int many = returning.remove(0);
            int before = made.size();
            gate.release(many);
            while (made.size() < before + many || isBusy(thread)) {
                Thread.onSpinWait();
            }
            return false;
        };
    }

    private static boolean isBusy(Thread thread) {
        return thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TERMINATED;
    }

    private static boolean joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return true;
    }

    private Runnable gated(String call) {
        return () -> {
            gate.acquireUninterruptibly();
            made.add(call);
        };
    }

    private final ClientCalls closing = new ClientCalls(simulation.plan(), time, this::start, control, simulation);

    @Test
    void callsAreWaitedForAsLongAsOneAfterTheOtherReturns() {
        returning.addAll(List.of(1, 1, 1));
        gate.release();
        boolean all =
                closing.close(() -> List.of(() -> made.add("first"), gated("a"), gated("b"), gated("c"), gated("d")));
        assertThat(all).isTrue();
        assertThat(made).containsExactly("first", "a", "b", "c", "d");
        assertThat(simulation.notes).isEmpty();
    }

    @Test
    void callThatBlocksIsLeftAndTheOthersAreMadeAfterIt() {
        returning.addAll(Collections.nCopies(LOOKS, 0));
        assertThat(closing.close(() -> List.of(gated("blocked"), () -> made.add("then"))))
                .isFalse();
        assertThat(closing.close(() -> List.of(() -> made.add("last")))).isFalse();
        assertThat(made).isEmpty();
        assertThat(simulation.notes).singleElement().asString().contains("Dyno does not wait for it");
        gate.release();
        started.forEach(LastCallsTest::joined);
        assertThat(made).containsExactly("blocked", "then", "last");
    }

    @Test
    void callsThatEachReturnLateAreWaitedForUpToOneLimitInAll() {
        List<Integer> late = new ArrayList<>(Collections.nCopies(LOOKS - 1, 0));
        late.set(0, 1);
        int closes = (int) (ClientCalls.LIMIT_MS / ClientCalls.LOOK_MS) / late.size() + 1;
        for (int i = 0; i < closes; i++) {
            returning.addAll(late);
        }
        List<Runnable> calls = new ArrayList<>();
        for (int i = 0; i < 2 * closes; i++) {
            calls.add(gated("client " + i));
        }
        // One run of calls after the other, as producers, consumers and connections are.
        assertThat(closing.close(() -> calls.subList(0, 2))).isTrue();
        assertThat(closing.close(() -> calls.subList(2, calls.size()))).isFalse();
        assertThat(simulation.notes).singleElement().asString().contains("after 60 s");
        assertThat(made).hasSizeBetween(closes - 1, closes);
        gate.release(calls.size());
        started.forEach(LastCallsTest::joined);
    }

    @Test
    void whoIsInAHurryDoesNotWaitForACallThatBlocks() {
        control.stop(true);
        control.stop(true);
        returning.add(0);
        assertThat(closing.close(() -> List.of(gated("blocked")))).isFalse();
        assertThat(simulation.notes).isEmpty();
        gate.release();
        started.forEach(LastCallsTest::joined);
    }

    @Test
    void callThatFailsIsReportedAndTheNextOneIsMade() {
        assertThat(closing.close(() -> List.of(
                        () -> {
                            throw new IllegalStateException("odd");
                        },
                        () -> made.add("next"))))
                .isTrue();
        assertThat(control.failure.sentence()).contains("odd");
        assertThat(made).containsExactly("next");
    }
}
