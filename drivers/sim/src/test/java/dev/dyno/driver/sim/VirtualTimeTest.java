package dev.dyno.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.TimeSource.Cancellable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private final VirtualTime time = new VirtualTime(1_000);
    private final List<String> ran = new ArrayList<>();

    private void note(String name) {
        ran.add(name + "@" + time.nanoTime());
    }

    @Test
    void timeStandsStillUntilSomebodyWaits() {
        assertThat(time.nanoTime()).isEqualTo(1_000);
        assertThat(time.nanoTime()).isEqualTo(1_000);
        time.parkUntil(5_000);
        assertThat(time.nanoTime()).isEqualTo(5_000);
        time.parkUntil(4_000);
        assertThat(time.nanoTime()).isEqualTo(5_000);
    }

    @Test
    void theWallClockGoesWithIt() {
        assertThat(time.epochMillis()).isEqualTo(1_767_225_600_000L);
        time.advance(3_600_000_000_000L);
        assertThat(time.epochMillis()).isEqualTo(1_767_225_600_000L + 3_600_000);
    }

    @Test
    void eventsRunByTimeAndThenInTheOrderTheyWereScheduled() {
        time.schedule(3_000, () -> note("c"));
        time.schedule(2_000, () -> note("a"));
        time.schedule(3_000, () -> note("d"));
        time.schedule(2_000, () -> note("b"));
        time.schedule(3_001, () -> note("e"));
        time.parkUntil(3_000);
        assertThat(ran).containsExactly("a@2000", "b@2000", "c@3000", "d@3000");
        assertThat(time.scheduled()).isEqualTo(1);
    }

    @Test
    void anEventOfThePastRunsAtOnceAndTheClockDoesNotGoBack() {
        time.schedule(500, () -> note("late"));
        time.parkUntil(1_000);
        assertThat(ran).containsExactly("late@1000");
    }

    @Test
    void anEventMayScheduleOthers() {
        time.schedule(2_000, () -> {
            note("first");
            time.schedule(2_500, () -> note("second"));
        });
        time.parkUntil(3_000);
        assertThat(ran).containsExactly("first@2000", "second@2500");
        assertThat(time.nanoTime()).isEqualTo(3_000);
    }

    @Test
    void aCancelledEventDoesNotRun() {
        final Cancellable cancellable = time.schedule(2_000, () -> note("never"));
        cancellable.cancel();
        time.parkUntil(3_000);
        assertThat(ran).isEmpty();
    }

    @Test
    void anUnparkEndsTheWaitAtTheTimeOfItsEvent() {
        time.schedule(2_000, () -> time.unpark(Thread.currentThread()));
        time.schedule(2_000, () -> note("after"));
        time.parkUntil(9_000);
        assertThat(time.nanoTime()).isEqualTo(2_000);
        assertThat(ran).isEmpty();
        time.parkUntil(9_000);
        assertThat(time.nanoTime()).isEqualTo(9_000);
        assertThat(ran).containsExactly("after@2000");
    }

    @Test
    void anUnparkFromBeforeEndsOneWaitAndTwoDoNotAddUp() {
        time.nanoTime();
        time.unpark(Thread.currentThread());
        time.unpark(Thread.currentThread());
        time.parkUntil(9_000);
        assertThat(time.nanoTime()).isEqualTo(1_000);
        time.parkUntil(9_000);
        assertThat(time.nanoTime()).isEqualTo(9_000);
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        Thread.currentThread().interrupt();
        time.parkUntil(9_000);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(time.nanoTime()).isEqualTo(1_000);
    }

    @Test
    void advanceIsNotEndedByAnUnpark() {
        time.schedule(2_000, () -> time.unpark(Thread.currentThread()));
        time.advance(8_000);
        assertThat(time.nanoTime()).isEqualTo(9_000);
    }

    @Test
    void timesMayWrapAround() {
        final VirtualTime late = new VirtualTime(Long.MAX_VALUE - 10);
        final List<Long> at = new ArrayList<>();
        late.schedule(Long.MAX_VALUE + 20, () -> at.add(late.nanoTime()));
        late.schedule(Long.MAX_VALUE - 5, () -> at.add(late.nanoTime()));
        late.advance(100);
        assertThat(at).containsExactly(Long.MAX_VALUE - 5, Long.MAX_VALUE + 20);
        assertThat(late.nanoTime()).isEqualTo(Long.MAX_VALUE + 90);
    }

    @Test
    void aSecondThreadIsRefused() throws Exception {
        time.nanoTime();
        final FutureTask<Throwable> other = new FutureTask<>(() -> catchThrowable(time::nanoTime));
        final Thread thread = new Thread(other, "intruder");
        thread.start();
        assertThat(other.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("VirtualTime is for one thread")
                .hasMessageContaining("intruder");
        thread.join();
    }

    @Test
    void wakingASecondThreadIsRefused() {
        assertThatThrownBy(() -> time.unpark(new Thread("sleeper")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it cannot wake thread sleeper");
    }

    @Test
    void aWaitForEverWithNothingToComeIsReported() {
        assertThatThrownBy(() -> time.parkUntil(Long.MAX_VALUE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("waits for ever");
    }

    @Test
    void manyEventsInRandomOrderComeOutInOrder() {
        final SplittableRandom random = new SplittableRandom(7);
        final List<Long> at = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            time.schedule(1_000 + random.nextInt(5_000), () -> at.add(time.nanoTime()));
            if (i % 3 == 0) {
                time.advance(1);
            }
        }
        time.advance(10_000);
        assertThat(at).hasSize(10_000).isSorted();
    }
}
