package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run that only produces, and after it one that only consumes, on virtual time. The first sends 1,500 messages, one each 10 ms.
 * The other one takes 10 ms for each message, so that all have waited for equally long: from the start of the one load to the
 * start of the other.
 */
class LateConsumerTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int MESSAGES = 1_500;

    private final Simulation simulation = new Simulation();

    private RunResult consumeLater(int warmupSeconds) {
        simulation.load = Schedule.constant(Rate.perSecond(100));
        simulation.duration = Duration.ofSeconds(15);
        simulation.before = client -> {
            simulation.consume = false;
            assertThat(simulation.runner().run().totals().acknowledged()).isEqualTo(MESSAGES);
            simulation.intervals.clear();
            simulation.consume = true;
            simulation.produce = false;
            simulation.warmup = Duration.ofSeconds(warmupSeconds);
            simulation.duration = Duration.ofSeconds(20);
            simulation.thinkTime = Duration.ofMillis(10);
        };
        return simulation.run();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void whatWaitedInTheBrokerCountsFromItsOwnIntendedTime(int warmupSeconds) {
        RunResult result = consumeLater(warmupSeconds);
        long producedNs = simulation.begins.get(0);
        long consumedNs = simulation.begins.get(1) - warmupSeconds * SECOND;
        long waitedNs = consumedNs - producedNs;
        assertThat(waitedNs).isBetween(15 * SECOND - 10 * MS, 15 * SECOND + 10 * MS);
        assertThat(result.totals().received()).isEqualTo(MESSAGES);
        // It belongs to the phase in which it came: it was due in none of this load.
        Latencies warmup = new Latencies();
        simulation.intervals.stream().map(Interval::warmupLatencies).forEach(warmup::add);
        int inWarmup = 100 * warmupSeconds;
        for (Latency latency : new Latency[] {Latency.TRANSFER, Latency.END_TO_END}) {
            assertAllWaited(result.latencies(), latency, MESSAGES - inWarmup, waitedNs);
            assertAllWaited(warmup, latency, inWarmup, waitedNs);
        }
        assertThat(result.totals().foreignClock() + result.totals().negative()).isZero();
    }

    private static void assertAllWaited(Latencies latencies, Latency latency, long count, long waitedNs) {
        Histogram values = latencies.get(latency).orElseGet(() -> new Histogram(Latencies.SIGNIFICANT_DIGITS));
        assertThat(values.getTotalCount()).as("%s", latency).isEqualTo(count);
        if (count > 0) {
            assertThat(values.getMinValue()).isEqualTo(values.lowestEquivalentValue(waitedNs));
            assertThat(values.getMaxValue()).isEqualTo(values.highestEquivalentValue(waitedNs));
        }
    }
}
