package dev.dyno.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.Interval.Phase;
import org.junit.jupiter.api.Test;

class OutageFinderTest {

    private static final long SECOND = 1_000_000_000;

    private static Interval second(int index, Phase phase, long acknowledged, long waitedNs) {
        Latencies latencies = new Latencies();
        if (waitedNs > 0) {
            latencies.addUnfinished(Latency.RESPONSE, waitedNs, 1);
        }
        return new Interval(
                index,
                phase,
                index * SECOND,
                (index + 1) * SECOND,
                0,
                new Counts(acknowledged, 0, acknowledged, acknowledged, 0, 0, 0, 0),
                latencies,
                new Latencies());
    }

    /**
     * A load of 10 s whose last acknowledgement came in its eighth second, and a drain of 3 s, in which messages had waited for 4.5 s
     * then; it took ten seconds more until all had stopped, which lengthens nobody's wait.
     */
    @Test
    void anOutageAcrossTheEndBeginsWithItsFirstMessageHoweverLongTheRunTakesToStop() {
        OutageFinder outages = new OutageFinder();
        for (int i = 0; i < 8; i++) {
            outages.add(second(i, Phase.MEASURE, 100, 0));
        }
        outages.add(second(8, Phase.MEASURE, 0, 0));
        outages.add(second(9, Phase.MEASURE, 0, 0));
        for (int i = 10; i < 22; i++) {
            outages.add(second(i, Phase.DRAIN, 0, 0));
        }
        outages.add(second(22, Phase.DRAIN, 0, 4 * SECOND + SECOND / 2));
        Outage outage = outages.found(0, 13 * SECOND).get(0);
        // The histogram has three digits.
        assertThat(outage.fromNs()).isBetween(8 * SECOND + SECOND * 49 / 100, 8 * SECOND + SECOND / 2);
        assertThat(outage.toNs()).isEqualTo(10 * SECOND);
    }
}
