package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {

    private final AtomicInteger told = new AtomicInteger();
    private final Failure failure = new Failure(told::incrementAndGet);

    @Test
    void theFirstCauseIsKeptAndReportedOnce() {
        failure.report(new DriverException("connection reset"));
        failure.report(new DriverException("session closed"));
        assertThat(failure.happened()).isTrue();
        assertThat(failure.sentence()).contains("connection reset");
        assertThat(told).hasValue(1);
    }

    /** First, or after one that it is the cause of. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsBehindAllOfItTakesTheirPlace(boolean isFirst) {
        if (!isFirst) {
            failure.report(new DriverException("connection reset"));
        }
        failure.reportRoot(new DriverException("the broker has died"));
        assertThat(told).hasValue(1);
        failure.report(new DriverException("session closed"));
        assertThat(failure.sentence()).contains("the broker has died");
        assertThat(told).hasValue(1);
    }

    @Test
    void ofManyThreadsOneIsTheFirst() throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                failure.report(new DriverException("cause " + number));
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(told).hasValue(1);
        assertThat(failure.sentence().orElseThrow()).matches("cause \\d+");
    }

    @Test
    void theSentenceIsOneLineThatCommandsNoTerminalAndHasWords() {
        assertThat(Failure.sentenceOf(new DriverException(" AMQ219\n  not\r\n\tconnected \n")))
                .isEqualTo("AMQ219 not connected");
        assertThat(Failure.sentenceOf(new IllegalStateException("no\u001b[2J\n\u009b1m")))
                .isEqualTo("no?[2J ?1m");
        assertThat(Failure.sentenceOf(new IllegalStateException())).isEqualTo("IllegalStateException");
        assertThat(Failure.sentenceOf(new DriverException("  "))).isEqualTo("DriverException");
    }
}
