package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.RunResult;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message that the client library refuses is tried again when there may be room, and not all the time. */
class RefusalTest {

    private static final long US = 1_000;

    private final Simulation simulation = new Simulation();

    @ParameterizedTest
    @CsvSource({"1000, 3200, 400", "100, 3200, 400", "10, 1000, 200", "2, 998, 998", "1, 999, 999"})
    void allOutTheLibraryIsTriedAgainWhenHalfOfItIsAcknowledgedOrEight(long capacity, long held, long refused) {
        simulation.script("service", "1us").script("capacity", Long.toString(capacity));
        simulation.maxPending = 0;
        simulation.messageCount = capacity + held;
        simulation.duration = Duration.ZERO;
        RunResult result = simulation.run();
        assertThat(simulation.truth().refused()).isEqualTo(refused);
        assertThat(result.totals().blocked()).isEqualTo(refused);
        // It is full right after each time.
        Histogram full = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        full.recordValue(capacity * US);
        assertThat(result.latencies().get(Latency.SERVICE).orElseThrow().getMaxValue())
                .isEqualTo(full.getMaxValue());
        assertThat(result.ledger().delivered()).isEqualTo(capacity + held);
    }

    @Test
    void whereNothingIsAcknowledgedItIsTriedAgainNowAndThen() {
        ScriptedDriver driver = new ScriptedDriver();
        int[] tries = new int[1];
        driver.trySend = (producer, body, token, listener) -> tries[0]++ == 0;
        simulation.driver = driver;
        simulation.maxPending = 0;
        simulation.duration = Duration.ofSeconds(1);
        simulation.drain = Duration.ofMillis(1);
        RunResult result = simulation.run();
        // The one that was taken, and one try in 500 us.
        assertThat(tries[0]).isEqualTo(2_001);
        assertThat(result.totals().sent()).isEqualTo(1);
        assertThat(result.totals().blocked()).isEqualTo(1);
    }
}
