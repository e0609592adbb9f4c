package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import dev.dyno.model.result.RunResult;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that a driver keeps until a flush leave before anybody waits, together with those that follow. */
@Timeout(10)
class FlushTest extends SimulatedRun {

    private static final long ANSWER_NS = 1_000_000;
    private static final long MESSAGES = 10_000;

    private final ScriptedDriver driver = new ScriptedDriver();
    private final List<Kept> kept = new ArrayList<>();

    /** Number of messages that left with each flush that found any. */
    private final List<Integer> together = new ArrayList<>();

    private long longestKeptNs;

    private record Kept(int producer, long token, SendListener listener, long sinceNs) {}

    FlushTest() {
        driver.trySend = this::keep;
        driver.flush = this::leave;
        simulation.driver = driver;
        simulation.messageCount = MESSAGES;
        // Otherwise what is kept would be waited for without end.
        simulation.duration = Duration.ofMinutes(1);
    }

    private boolean keep(int producer, ByteBuffer body, long token, SendListener listener) throws DriverException {
        driver.deliver(body);
        kept.add(new Kept(producer, token, listener, simulation.time.nanoTime()));
        return true;
    }

    private void leave(int producer) {
        long now = simulation.time.nanoTime();
        List<Kept> leaving =
                kept.stream().filter(each -> each.producer() == producer).toList();
        if (leaving.isEmpty()) {
            return;
        }
        kept.removeAll(leaving);
        together.add(leaving.size());
        for (Kept each : leaving) {
            longestKeptNs = Math.max(longestKeptNs, now - each.sinceNs());
        }
        simulation.time.schedule(now + ANSWER_NS, () -> {
            leaving.forEach(each -> each.listener().onSendCompleted(each.token(), null));
            leaving.get(0).listener().afterCompletions();
        });
    }

    /** Virtual time advances only while a thread waits. */
    private void runAndCheck() {
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isEqualTo(MESSAGES);
        assertThat(longestKeptNs).isZero();
        assertThat(kept).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, false", "1, 1, true", "100, 1, false",
        "100, 1, true", "7, 30, false", "7, 30, true",
        "1, 500, false"
    })
    void nothingIsKeptWhileTheLoopWaits(int maxPending, int producers, boolean sendsAfterCompletions) {
        simulation.set("maxPending %s; producers %s", maxPending, producers);
        driver.sendsAfterCompletions = sendsAfterCompletions;
        runAndCheck();
    }

    /** A hundred of them are late, and sent without a pause, each time that there is room again. */
    @ParameterizedTest
    @ValueSource(strings = {"constant 1000/s", "constant 1000000/s", "constant 5000/s poisson"})
    void withAScheduleEachLeavesByItself(String load) {
        simulation.set("load %s; maxPending 100", load);
        runAndCheck();
        assertThat(together).containsOnly(1);
    }

    @Test
    void norWhereNothingLimitsWhatIsUnderWay() {
        simulation.maxPending = 0;
        runAndCheck();
        assertThat(together.stream().mapToInt(each -> each).max()).hasValue(32);
    }

    @Test
    void whatThereIsRoomForLeavesTogetherUpTo32() {
        simulation.maxPending = 100;
        runAndCheck();
        assertThat(together).startsWith(32, 32, 32, 4).hasSizeLessThan((int) MESSAGES / 20);
    }

    @Test
    void aRefusedMessageDoesNotKeepTheOthers() {
        driver.trySend = (producer, body, token, listener) -> kept.size() < 5 && keep(producer, body, token, listener);
        simulation.maxPending = 100;
        runAndCheck();
        assertThat(together).contains(5);
    }
}
