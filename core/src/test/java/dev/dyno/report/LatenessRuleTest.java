package dev.dyno.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Latency;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenessRuleTest {

    @Test
    void responseTimeThatIsMostlyDelayIsTakenApart() {
        Map<Latency, Histogram> late = Map.of(
                Latency.SCHEDULE_DELAY, Seconds.times(1000, 180 * Seconds.MS),
                Latency.SERVICE, Seconds.times(1000, 20 * Seconds.MS),
                Latency.RESPONSE, Seconds.times(1000, 200 * Seconds.MS));

        assertThat(new Seconds().ordinary(10).blocked(200).latencies(late).findings("sent-late"))
                .containsExactly(
                        "The 99th percentile of response time, 200 ms, is mostly delay before the send (180 ms), not the"
                                + " time to acknowledge (20.0 ms); 2 % of the sends had to wait for an earlier one's acknowledgement.");
        assertThat(new Seconds().ordinary(10).blocked(99).latencies(late).findings("sent-late"))
                .singleElement()
                .asString()
                .endsWith(
                        "nearly none of the sends waited for an acknowledgement, so the load generator itself was late.");
    }
}
