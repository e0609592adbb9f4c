package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message that the client library refuses is tried again when there may be room, and not all the time. */
class RefusalTest extends SimulatedRun {

    private static final long US = 1_000;

    private long freeAtNs;
    private int acknowledged;
    private int refused;
    private int room;

    @ParameterizedTest
    @CsvSource({"1000, 3200, 200", "100, 3200, 200", "10, 1000, 200", "2, 998, 998", "1, 999, 999"})
    void allOutTheLibraryIsTriedAgainWhenHalfOfItIsAcknowledgedOrSixteen(long capacity, long held, long refused) {
        simulation.script("service", "1us").script("capacity", Long.toString(capacity));
        simulation.maxPending = 0;
        simulation.messages(capacity + held);
        RunResult result = simulation.run();
        assertThat(simulation.truth().refused()).isEqualTo(refused);
        assertThat(result.totals().blocked()).isEqualTo(refused);
        // It is full right after each time.
        Histogram full = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        full.recordValue(capacity * US);
        assertThat(latency(result, Latency.SEND_ACK).getMaxValue()).isEqualTo(full.getMaxValue());
        assertThat(result.ledger().delivered()).isEqualTo(capacity + held);
    }

    /** Runs with a library that makes room at each {@code together}th acknowledgement, for as many; one is due in a us. */
    private void runWithRoomForMany(IntUnaryOperator together, int messages) {
        ScriptedDriver driver = simulation.scripted();
        driver.trySend = (producer, body, token, listener) -> {
            if (room == 0) {
                refused++;
                return false;
            }
            room--;
            driver.deliver(body);
            freeAtNs = Math.max(freeAtNs, simulation.time.nanoTime()) + US;
            simulation.time.schedule(freeAtNs, () -> {
                int many = together.applyAsInt(acknowledged++);
                room += acknowledged % many == 0 ? many : 0;
                listener.onSendCompleted(token, null);
            });
            return true;
        };
        RunResult result = run("maxPending 0; messageCount %s; duration 0s", messages);
        assertThat(result.totals().acknowledged()).isEqualTo(messages);
    }

    @Test
    void whereRoomComesForManyTogetherFewTriesAreInVain() {
        room = 2_000;
        runWithRoomForMany(acknowledgement -> 1_000, 22_000);
        // At every sixteenth acknowledgement it would be 62 tries for each of the 20 times that there is room again.
        assertThat(refused).isBetween(20, 20 * 4);
    }

    @Test
    void whereRoomComesForOneAgainItIsTriedAgainAtSixteen() {
        room = 2_000;
        runWithRoomForMany(acknowledgement -> acknowledgement < 10_000 ? 1_000 : 1, 22_000);
        // About 9,000 messages find room one by one, 16 after each try; at every 500th acknowledgement it would be 18
        // tries.
        assertThat(refused).isBetween(8_000 / 16, 10_000 / 16);
    }

    @Test
    void whereNothingIsAcknowledgedItIsTriedAgainNowAndThen() {
        ScriptedDriver driver = simulation.scripted();
        int[] tries = new int[1];
        driver.trySend = (producer, body, token, listener) -> tries[0]++ == 0;
        RunResult result = run("maxPending 0; duration 1s; drain 1ms");
        // The one that was taken, and one try in 500 us.
        assertThat(tries[0]).isEqualTo(2_001);
        assertCounts(result, "sent 1, blocked 1");
    }
}
