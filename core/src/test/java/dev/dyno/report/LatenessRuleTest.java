package dev.dyno.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Latency;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenessRuleTest {

    /** All 1,000 alike: 180 ms before the send and 20 ms to acknowledge. */
    private static final Map<Latency, Histogram> LATE = Map.of(
            Latency.SCHEDULE_DELAY, Seconds.times(1000, 180 * Seconds.MS),
            Latency.SERVICE, Seconds.times(1000, 20 * Seconds.MS),
            Latency.RESPONSE, Seconds.times(1000, 200 * Seconds.MS));

    private static Histogram times(int few, long fewMs, int many, long manyMs) {
        Histogram histogram = Seconds.times(few, fewMs * Seconds.MS);
        histogram.add(Seconds.times(many, manyMs * Seconds.MS));
        return histogram;
    }

    @Test
    void responseTimeThatIsMostlyDelayIsTakenApart() {
        assertThat(new Seconds()
                        .ordinary(10)
                        .blocked(1000)
                        .window()
                        .latencies(LATE)
                        .findings("sent-late"))
                .containsExactly(
                        "Of the slowest 1,000 messages, with a response time of 200 ms or more, at least 1,000 of them"
                                + " waited mostly before the send, not for the acknowledgement: 1,000 messages were sent that"
                                + " late, and 1,000 sends had to wait for the broker. To send earlier, raise --max-pending (1) or"
                                + " lower linger.ms (5).");
        assertThat(new Seconds().ordinary(10).blocked(499).latencies(LATE).findings("sent-late"))
                .singleElement()
                .asString()
                .contains(" so the load generator itself was late. Give it processors of its own");
        assertThat(new Seconds().ordinary(10).blocked(500).latencies(LATE).findings("sent-late"))
                .singleElement()
                .asString()
                .doesNotContain("itself was late");
    }

    /** Two in a hundred were sent 100 ms late, and two others, the slowest, took 190 ms to acknowledge. */
    @Test
    void delaysOfOtherMessagesThanTheSlowestDoNotCount() {
        assertThat(new Seconds()
                        .ordinary(10)
                        .latencies(Map.of(
                                Latency.SCHEDULE_DELAY, times(20, 100, 980, 0),
                                Latency.SERVICE, times(20, 190, 980, 1),
                                Latency.RESPONSE, times(20, 190, 980, 1)))
                        .findings("sent-late"))
                .isEmpty();
    }
}
