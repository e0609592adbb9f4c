package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.dyno.driver.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(20)
@Tag("timing")
class SystemTimeTest {

    private static final long HOUR_NS = 3_600_000_000_000L;

    @AutoClose
    private final SystemTime time = new SystemTime();

    @Test
    void aWaitEndsAtItsDeadline() throws InterruptedException {
        final TimerJitter jitter = TimerJitter.measure(time, 1_000_000, 20);
        assertThat(jitter.count()).isEqualTo(20);
        assertThat(jitter.percentileNs(0)).isBetween(0L, 1_000_000_000L);
    }

    @Test
    void aDeadlineThatHasPassedIsNotWaitedFor() {
        final long start = time.nanoTime();
        time.parkUntil(start - HOUR_NS);
        assertThat(time.nanoTime() - start).isLessThan(HOUR_NS);
    }

    @Test
    void unparkEndsAWait() throws InterruptedException {
        final Thread waiter = new Thread(() -> time.parkUntil(time.nanoTime() + HOUR_NS));
        waiter.start();
        // Once would do, were it certain that nothing else in that thread takes it. If it did not work, time would run
        // out.
        while (waiter.isAlive()) {
            time.unpark(waiter);
            waiter.join(1);
        }
    }

    @Test
    void anInterruptEndsAWaitAndStaysSet() throws Exception {
        // If a wait did not end, or cleared the interrupt, time would run out.
        final FutureTask<Boolean> wait = new FutureTask<>(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                time.parkUntil(time.nanoTime() + HOUR_NS);
            }
            return true;
        });
        final Thread waiter = new Thread(wait);
        waiter.start();
        waiter.interrupt();
        assertThat(wait.get()).isTrue();
    }

    @Test
    void aTaskRunsNotBeforeItsTime() throws InterruptedException {
        final AtomicLong ranAt = new AtomicLong();
        final CountDownLatch done = new CountDownLatch(1);
        final long at = time.nanoTime() + 5_000_000;
        time.schedule(at, () -> {
            ranAt.set(time.nanoTime());
            done.countDown();
        });
        done.await();
        assertThat(ranAt.get() - at).isNotNegative();
    }

    @Test
    void aTaskThatIsCancelledInTimeDoesNotRun() throws InterruptedException {
        final List<String> ran = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch gate = new CountDownLatch(1);
        final CountDownLatch done = new CountDownLatch(1);
        // Nothing else begins before the gate opens, however slowly this test goes.
        time.schedule(time.nanoTime(), () -> awaitOpen(gate));
        final TimeSource.Cancellable cancelled = time.schedule(time.nanoTime(), () -> ran.add("cancelled"));
        time.schedule(time.nanoTime(), () -> {
            ran.add("kept");
            done.countDown();
        });
        cancelled.cancel();
        gate.countDown();
        done.await();
        assertThat(ran).containsExactly("kept");
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTaskThatThrowsStopsNoOther() throws InterruptedException {
        final List<Throwable> caught = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch done = new CountDownLatch(1);
        time.schedule(
                time.nanoTime(), () -> Thread.currentThread().setUncaughtExceptionHandler((t, e) -> caught.add(e)));
        final IllegalStateException failure = new IllegalStateException("on purpose");
        time.schedule(time.nanoTime(), () -> {
            throw failure;
        });
        time.schedule(time.nanoTime(), done::countDown);
        done.await();
        assertThat(caught).containsExactly(failure);
    }

    @Test
    void nothingIsScheduledAfterTheEnd() {
        final CountDownLatch ran = new CountDownLatch(1);
        time.schedule(time.nanoTime() + HOUR_NS, ran::countDown);
        time.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> time.schedule(time.nanoTime(), ran::countDown))
                .withMessage("the time source is closed");
        assertThat(ran.getCount()).isEqualTo(1);
    }

    @Test
    void theWallClockIsThatOfTheSystem() {
        final long before = System.currentTimeMillis();
        assertThat(time.epochMillis()).isBetween(before, before + TimeUnit.HOURS.toMillis(1));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPreparedThreadHasTheLeastSlackTheSystemGives() throws Exception {
        final FutureTask<String> slack = new FutureTask<>(() -> {
            final boolean prepared = SystemTime.prepareThread();
            final Path thread =
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            final Path file = Path.of("/proc", thread.toString(), "timerslack_ns");
            return prepared ? Files.readString(file).strip() : "refused: " + Files.isWritable(file);
        });
        new Thread(slack).start();
        assertThat(slack.get()).isIn("1", "refused: false");
    }
}
