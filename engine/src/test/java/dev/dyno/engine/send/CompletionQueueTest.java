package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.model.pace.SystemTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CompletionQueueTest {

    private final VirtualTime time = new VirtualTime();
    private final CompletionQueue queue = new CompletionQueue(time);

    @Test
    void whatIsAddedComesOutOnceAndInOrder() {
        assertThat(queue.exchange()).isZero();
        for (int round = 0; round < 5; round++) {
            int n = round * 100;
            for (int i = 0; i < n; i++) {
                queue.add(i, 1_000 + i);
            }
            assertThat(queue.exchange()).isEqualTo(n);
            for (int i = 0; i < n; i++) {
                assertThat(queue.slot(i)).isEqualTo(i);
                assertThat(queue.acknowledgedNs(i)).isEqualTo(1_000 + i);
            }
            assertThat(queue.exchange()).isZero();
        }
    }

    @Test
    void whatCameStaysReadableWhileMoreComes() {
        queue.add(1, 10);
        queue.exchange();
        for (int i = 0; i < 1_000; i++) {
            queue.add(2, 20);
        }
        assertThat(queue.slot(0)).isEqualTo(1);
        assertThat(queue.acknowledgedNs(0)).isEqualTo(10);
        assertThat(queue.exchange()).isEqualTo(1_000);
    }

    @Test
    void theLastCompletionOnTheLoopsOwnThreadIsKnownUntilItIsFetched() {
        assertThat(queue.endsWith(0, 0)).isFalse();
        queue.add(3L << Integer.SIZE | 7, 20);
        assertThat(queue.endsWith(3, 7)).isTrue();
        assertThat(queue.lastNs()).isEqualTo(20);
        queue.add(3L << Integer.SIZE | 8, CompletionQueue.FAILED);
        assertThat(queue.endsWith(3, 7)).isFalse();
        assertThat(queue.endsWith(2, 8)).isFalse();
        assertThat(queue.endsWith(3, 8)).isTrue();
        assertThat(queue.lastNs()).isEqualTo(CompletionQueue.FAILED);
        queue.exchange();
        assertThat(queue.endsWith(3, 8)).isFalse();
    }

    @Test
    void whatCompletesOnAnotherThreadIsNotTheLoopsLast() throws InterruptedException {
        Thread library = new Thread(() -> queue.add(3L << Integer.SIZE | 7, 20));
        library.start();
        library.join();
        assertThat(queue.endsWith(3, 7)).isFalse();
        assertThat(queue.exchange()).isEqualTo(1);
    }

    @Test
    void aWaitEndsWithTheLastOfTheCompletionsItIsFor() {
        for (int i = 1; i <= 5; i++) {
            long atNs = i * 10L;
            time.schedule(atNs, () -> queue.add(atNs, atNs));
        }
        queue.await(3, 1_000);
        assertThat(time.nanoTime()).isEqualTo(30);
        assertThat(queue.exchange()).isEqualTo(3);
        queue.await(1, 1_000);
        assertThat(time.nanoTime()).isEqualTo(40);
        queue.await(1, 1_000);
        // Not taken out yet, so no wait.
        assertThat(time.nanoTime()).isEqualTo(40);
        queue.await(3, 45);
        assertThat(time.nanoTime()).isEqualTo(45);
        queue.await(3, 1_000);
        assertThat(time.nanoTime()).isEqualTo(1_000);
        assertThat(queue.exchange()).isEqualTo(2);
    }

    @Test
    void somebodyElseCanEndTheWait() {
        Thread thread = Thread.currentThread();
        time.schedule(7, () -> time.unpark(thread));
        queue.await(1, 1_000);
        assertThat(time.nanoTime()).isEqualTo(7);
    }

    @Test
    void theLoopIsWokenOnceForManyCompletions() {
        CountingTime counting = new CountingTime();
        CompletionQueue counted = new CompletionQueue(counting);
        counting.whileParked = () -> {
            for (int i = 0; i < 100; i++) {
                counted.add(i, i);
            }
        };
        counted.await(50, 1_000);
        assertThat(counting.unparks).isEqualTo(1);
        // Nobody waits now.
        counted.add(1, 1);
        assertThat(counting.unparks).isEqualTo(1);
        assertThat(counted.exchange()).isEqualTo(101);
    }

    @Test
    void aShortWaitFindsWhatIsThereAndEndsWithoutIt() {
        assertThat(queue.awaitSoon(1)).isFalse();
        queue.add(1, 10);
        assertThat(queue.awaitSoon(1)).isTrue();
        assertThat(queue.awaitSoon(2)).isFalse();
        assertThat(queue.exchange()).isEqualTo(1);
    }

    @Test
    @Timeout(60)
    void nothingIsLostBetweenManyThreadsAndALoopThatWaits() throws InterruptedException {
        int threads = 4;
        int perThread = 50_000;
        try (SystemTime real = new SystemTime()) {
            CompletionQueue shared = new CompletionQueue(real);
            List<Thread> adders = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t * perThread;
                Thread adder = new Thread(() -> {
                    for (int i = first; i < first + perThread; i++) {
                        shared.add(i, -i);
                    }
                });
                adders.add(adder);
                adder.start();
            }
            BitSet seen = new BitSet();
            int taken = 0;
            while (taken < threads * perThread) {
                // Far away: only a completion ends this, or a lost wake-up hangs the test.
                int wanted = Math.min(64, threads * perThread - taken);
                if (!shared.awaitSoon(wanted)) {
                    shared.await(wanted, real.nanoTime() + 3_600_000_000_000L);
                }
                int n = shared.exchange();
                for (int i = 0; i < n; i++) {
                    assertThat(shared.acknowledgedNs(i)).isEqualTo(-shared.slot(i));
                    seen.set((int) shared.slot(i));
                }
                taken += n;
            }
            for (Thread adder : adders) {
                adder.join();
            }
            assertThat(taken).isEqualTo(threads * perThread);
            assertThat(seen.cardinality()).isEqualTo(threads * perThread);
        }
    }

    /** Counts wake-ups; a park runs what is to happen meanwhile. */
    private static final class CountingTime extends ForwardingTime {
        int unparks;
        Runnable whileParked = () -> {};

        CountingTime() {
            super(new VirtualTime());
        }

        @Override
        public void parkUntil(long deadlineNs) {
            whileParked.run();
        }

        @Override
        public void unpark(Thread thread) {
            unparks++;
        }
    }
}
