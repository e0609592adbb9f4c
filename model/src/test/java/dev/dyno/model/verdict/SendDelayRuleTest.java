package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SendDelayRuleTest {

    /** All 1,000 alike: 180 ms before the send, of which that is Dyno's own, and 20 ms to acknowledge. */
    private static Map<Latency, Histogram> late(long ownMs) {
        return Map.of(
                Latency.SEND_DELAY, Seconds.times(1000, 180 * Seconds.MS),
                Latency.SEND_ACK, Seconds.times(1000, 20 * Seconds.MS),
                Latency.RESPONSE, Seconds.times(1000, 200 * Seconds.MS),
                Latency.OWN_DELAY, Seconds.times(1000, ownMs * Seconds.MS));
    }

    @Test
    void responseTimeThatIsMostlyDelayIsTakenApart() {
        assertThat(new Seconds().ordinary(10).window().latencies(late(1)).findings("sent-late"))
                .containsExactly(
                        "Of the slowest 1,000 messages, with a response of 200 ms or more, at least 1,000 of them"
                                + " waited mostly before the send, not for the acknowledgement: 1,000 messages were sent that"
                                + " late, waiting for the broker. To send earlier, raise --max-pending (1) or lower linger.ms (5).");
    }

    /** Messages that were never sent have waited for 200 ms or more: that is a lower bound already. */
    @Test
    void lowerBoundIsSaidOnce() {
        Latencies open = new Latencies();
        late(1).forEach(open::add);
        for (Latency latency : List.of(Latency.SEND_DELAY, Latency.RESPONSE)) {
            open.addUnfinished(latency, 200 * Seconds.MS, 100);
        }

        assertThat(new Seconds().ordinary(10).window().latencies(open).findings("sent-late"))
                .singleElement(STRING)
                .startsWith("Of the slowest 1,100 messages, with a response of 200 ms or more, at least 1,100 of them");
    }

    @Test
    void runOfAVersionThatDidNotTellThemApartHasBothAdvices() {
        Map<Latency, Histogram> before = new HashMap<>(late(0));
        before.remove(Latency.OWN_DELAY);
        assertThat(new Seconds().ordinary(10).window().latencies(before).findings("sent-late"))
                .singleElement(STRING)
                .endsWith(
                        "late. To send earlier, raise --max-pending (1) or lower linger.ms (5), or give the load generator more"
                                + " --threads.");
    }

    /** Two in a hundred were sent 100 ms late, and two others, the slowest, took 190 ms to acknowledge. */
    @Test
    void delaysOfOtherMessagesThanTheSlowestDoNotCount() {
        assertThat(new Seconds()
                        .ordinary(10)
                        .latencies(Map.of(
                                Latency.SEND_DELAY, Seconds.times(20, 100, 980, 0),
                                Latency.SEND_ACK, Seconds.times(20, 190, 980, 1),
                                Latency.RESPONSE, Seconds.times(20, 190, 980, 1)))
                        .findings("sent-late"))
                .isEmpty();
    }
}
