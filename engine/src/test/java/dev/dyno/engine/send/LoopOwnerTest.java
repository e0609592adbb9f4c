package dev.dyno.engine.send;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.run.LumpyLibrary;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.engine.run.Simulation;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the client library's threads may send, they do the work of a loop while its thread sleeps. */
@Timeout(60)
class LoopOwnerTest {

    private static final int PENDING = 100;
    private static final long ROUNDS = 10;
    private static final long MS = 1_000_000;

    private final Simulation simulation = new Simulation();
    private final ScriptedDriver driver = new ScriptedDriver();
    private final LumpyLibrary library = new LumpyLibrary(driver, simulation);
    private int naps;

    LoopOwnerTest() {
        driver.sendsAfterCompletions = true;
        driver.trySend = library;
        simulation.driver = driver;
        simulation.maxPending = PENDING;
        simulation.messages(PENDING * ROUNDS);
        simulation.afterWaits(deadlineNs -> naps++);
    }

    @Test
    void theLoopsThreadSendsWhatThereIsRoomForAndTheOthersTheRest() {
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * ROUNDS);
        assertThat(library.takenAfterCompletions).isEqualTo(PENDING * (ROUNDS - 1));
        // For the first answer, for the last, and for the end of the run.
        assertThat(naps).isLessThanOrEqualTo(4);
    }

    @Test
    void aLoopThatKeepsToAScheduleSendsItself() {
        simulation.load = LoadShape.parse("constant 100000/s");
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * ROUNDS);
        assertThat(library.takenAfterCompletions).isZero();
    }

    /** Nothing would say when to let go of the library's thread. */
    @Test
    void soDoesOneWithoutALimit() {
        simulation.set("maxPending 0; messageCount 0; duration 50ms");
        driver.trySend = library.upTo(PENDING);
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isGreaterThanOrEqualTo(4 * PENDING);
        assertThat(library.takenAfterCompletions).isZero();
    }

    @Test
    void aLibraryThatIsFullIsTriedAgainThere() {
        driver.trySend = library.upTo(PENDING / 2);
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isEqualTo(PENDING * ROUNDS);
        assertThat(library.takenAfterCompletions).isEqualTo(PENDING * ROUNDS - PENDING / 2);
    }

    @ParameterizedTest
    @CsvSource({"COUNT, 990, ''", "STOP, 500, 'the 501st'"})
    void aFailureThereIsAFailureOfTheRun(OnSendFailure onFailure, long acknowledged, String cause) {
        int[] tries = new int[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++tries[0] > 500 && tries[0] <= 510) {
                assertThat(library.isAfterCompletions()).isTrue();
                throw new DriverException("the 501st");
            }
            return library.of(producer, body, token, listener);
        };
        simulation.onFailure = onFailure;
        RunResult result = simulation.run();
        assertThat(result.totals().acknowledged()).isEqualTo(acknowledged);
        assertThat(result.outcome().cause().orElse("")).contains(cause);
    }

    @Test
    void anErrorThereEndsTheRun() {
        driver.trySend = (producer, body, token, listener) -> {
            if (library.isAfterCompletions()) {
                throw new StackOverflowError("deep down");
            }
            return library.of(producer, body, token, listener);
        };
        assertThat(simulation.run().outcome().cause()).contains("StackOverflowError: deep down");
    }

    @Test
    void aRunThatIsStoppedStopsThere() {
        simulation.messageCount = 0;
        simulation.whileRunning = runner -> {
            simulation.time.schedule(simulation.time.nanoTime() + 95 * MS, runner::stop);
        };
        RunResult result = simulation.run();
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.totals().acknowledged())
                .isEqualTo(result.totals().sent())
                .isGreaterThanOrEqualTo(9 * PENDING)
                .isLessThanOrEqualTo(10 * PENDING);
    }

    /** Twenty producers of two loops, whose completions come on three threads that all want to help. */
    @Test
    void threeThreadsThatHelpTwoLoopsMakeNoMistake() {
        List<ExecutorService> threads =
                Stream.generate(Executors::newSingleThreadExecutor).limit(3).toList();
        Map<Thread, LongAdder> senders = new ConcurrentHashMap<>();
        driver.trySend = (producer, body, token, listener) -> {
            senders.computeIfAbsent(Thread.currentThread(), thread -> new LongAdder())
                    .increment();
            synchronized (driver) {
                driver.deliver(body);
            }
            threads.get(producer % threads.size()).execute(() -> {
                synchronized (listener) {
                    listener.onSendCompleted(token, null);
                }
                listener.afterCompletions();
            });
            return true;
        };
        simulation.set("producers 20; threads 2; maxPending 5; messageCount 200000");
        try (SystemTime time = new SystemTime()) {
            assertCounts(
                    simulation.inRealTime(time).run(),
                    "success, acknowledged 200_000, delivered 200_000, duplicate 0, exact true");
        } finally {
            threads.forEach(ExecutorService::shutdownNow);
        }
        // The two loops', which begin, and the three of the library.
        assertThat(senders).hasSize(5);
    }
}
