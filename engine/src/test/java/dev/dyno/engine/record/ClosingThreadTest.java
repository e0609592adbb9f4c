package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClosingThreadTest {

    private final List<String> made = new CopyOnWriteArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Failure failure = new Failure(() -> {});

    /** Number of calls that return before each wait for a thread ends because time is up. */
    private final List<Integer> returning = new ArrayList<>();

    private static final int LOOKS = (int) (ClosingThread.PATIENCE_MS / ClosingThread.LOOK_MS);

    private boolean hurried;

    private final Semaphore gate = new Semaphore(0);
    private final List<Thread> started = new ArrayList<>();

    /** Real threads, and waits that end when the calls of that time have been made. */
    private Threads.Running start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        started.add(thread);
        thread.start();
        return timeoutMillis -> {
            if (timeoutMillis != ClosingThread.LOOK_MS) {
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

    private final ClosingThread closing = new ClosingThread(this::start, failure, () -> hurried, notes::add);

    @Test
    void callsAreWaitedForAsLongAsOneAfterTheOtherReturns() {
        returning.addAll(List.of(1, 1, 1));
        gate.release();
        boolean all =
                closing.run(() -> List.of(() -> made.add("first"), gated("a"), gated("b"), gated("c"), gated("d")));
        assertThat(all).isTrue();
        assertThat(made).containsExactly("first", "a", "b", "c", "d");
        assertThat(notes).isEmpty();
    }

    @Test
    void callThatBlocksIsLeftAndTheOthersAreMadeAfterIt() {
        returning.addAll(Collections.nCopies(LOOKS, 0));
        assertThat(closing.run(() -> List.of(gated("blocked"), () -> made.add("then"))))
                .isFalse();
        assertThat(closing.run(() -> List.of(() -> made.add("last")))).isFalse();
        assertThat(made).isEmpty();
        assertThat(notes).singleElement().asString().contains("Dyno does not wait for it");
        gate.release();
        started.forEach(ClosingThreadTest::joined);
        assertThat(made).containsExactly("blocked", "then", "last");
    }

    @Test
    void callsThatEachReturnLateAreWaitedForUpToOneLimitInAll() {
        List<Integer> late = new ArrayList<>(Collections.nCopies(LOOKS - 1, 0));
        late.set(0, 1);
        int closes = (int) (ClosingThread.LIMIT_MS / ClosingThread.LOOK_MS) / late.size() + 1;
        for (int i = 0; i < closes; i++) {
            returning.addAll(late);
        }
        List<Runnable> calls = new ArrayList<>();
        for (int i = 0; i < 2 * closes; i++) {
            calls.add(gated("client " + i));
        }
        // One run of calls after the other, as producers, consumers and connections are.
        assertThat(closing.run(() -> calls.subList(0, 2))).isTrue();
        assertThat(closing.run(() -> calls.subList(2, calls.size()))).isFalse();
        assertThat(notes).singleElement().asString().contains("after 60 s");
        assertThat(made).hasSizeBetween(closes - 1, closes);
        gate.release(calls.size());
        started.forEach(ClosingThreadTest::joined);
    }

    @Test
    void whoIsInAHurryDoesNotWaitForACallThatBlocks() {
        hurried = true;
        returning.add(0);
        assertThat(closing.run(() -> List.of(gated("blocked")))).isFalse();
        assertThat(notes).isEmpty();
        gate.release();
        started.forEach(ClosingThreadTest::joined);
    }

    @Test
    void callThatFailsIsReportedAndTheNextOneIsMade() {
        assertThat(closing.run(() -> List.of(
                        () -> {
                            throw new IllegalStateException("odd");
                        },
                        () -> made.add("next"))))
                .isTrue();
        assertThat(failure.sentence()).contains("odd");
        assertThat(made).containsExactly("next");
    }
}
