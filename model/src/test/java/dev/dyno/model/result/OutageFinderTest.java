package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Interval.Phase;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutageFinderTest {

    private final OutageFinder outages = new OutageFinder();

    private static final long SECOND = 1_000_000_000;

    private static Interval second(int index, Phase phase, long acknowledged, long waitedNs) {
        Latencies latencies = new Latencies();
        if (waitedNs > 0) {
            latencies.addUnfinished(Latency.RESPONSE, waitedNs, 1);
        }
        Counts counts = new Counts(acknowledged, 0, acknowledged, acknowledged, 0, 0, 0, 0, 0, 0);
        return new Interval(index, phase, index * SECOND, (index + 1) * SECOND, 0, counts, latencies, new Latencies());
    }

    /** Seconds up to the end, with as many acknowledgements each. */
    private void seconds(int first, int end, Phase phase, long acknowledged) {
        for (int i = first; i < end; i++) {
            outages.add(second(i, phase, acknowledged, 0));
        }
    }

    private static Interval failing(int index, long acknowledged, long failed, AckTimes times) {
        Counts counts = new Counts(acknowledged + failed, 0, acknowledged, acknowledged, failed, 0, 0, 0, 0, 0);
        Interval whole = Samples.second(index, Phase.MEASURE, counts, new Latencies());
        return Samples.changed(whole, Map.of("acknowledged", times));
    }

    /** Sends that fail at once wait for nothing: 300 a second of them, from 2.4 s to 6.8 s, and then to the end. */
    @Test
    void sendsThatFailAtOnceMakeAnOutageFromTheLastAcknowledgementToTheNext() {
        outages.add(failing(0, 300, 0, new AckTimes(0, SECOND)));
        outages.add(failing(1, 300, 0, new AckTimes(SECOND, 2 * SECOND)));
        outages.add(failing(2, 120, 180, new AckTimes(2 * SECOND, 2_400_000_000L)));
        for (int i = 3; i < 6; i++) {
            outages.add(failing(i, 0, 300, AckTimes.NONE));
        }
        outages.add(failing(6, 60, 240, new AckTimes(6_800_000_000L, 7 * SECOND)));
        outages.add(failing(7, 290, 10, new AckTimes(7 * SECOND, 8 * SECOND)));
        outages.add(failing(8, 0, 300, AckTimes.NONE));
        outages.add(failing(9, 0, 300, AckTimes.NONE));
        assertThat(outages.found(0, 11 * SECOND))
                .containsExactly(
                        new Outage(2_400_000_000L, 6_800_000_000L, true), new Outage(8 * SECOND, 10 * SECOND, false));
    }

    /** One message in five seconds, of which one is refused: nobody knows of a second in which another would have failed. */
    @Test
    void oneFailedSendIsNoOutage() {
        for (int i = 0; i < 11; i++) {
            boolean acknowledged = i == 0 || i == 10;
            outages.add(failing(
                    i,
                    acknowledged ? 1 : 0,
                    i == 5 ? 1 : 0,
                    acknowledged ? new AckTimes(i * SECOND, i * SECOND) : AckTimes.NONE));
        }
        assertThat(outages.found(0, 12 * SECOND)).isEmpty();
    }

    /**
     * A load of 10 s whose last acknowledgement came in its eighth second, and a drain of 3 s, in which messages had waited for 4.5 s
     * then; it took ten seconds more until all had stopped, which lengthens nobody's wait.
     */
    @Test
    void anOutageAcrossTheEndBeginsWithItsFirstMessageHoweverLongTheRunTakesToStop() {
        seconds(0, 8, Phase.MEASURE, 100);
        seconds(8, 10, Phase.MEASURE, 0);
        seconds(10, 22, Phase.DRAIN, 0);
        outages.add(second(22, Phase.DRAIN, 0, 4 * SECOND + SECOND / 2));
        Outage outage = outages.found(0, 13 * SECOND).get(0);
        // The histogram has three digits.
        assertThat(outage.fromNs()).isBetween(8 * SECOND + SECOND * 49 / 100, 8 * SECOND + SECOND / 2);
        assertThat(outage.toNs()).isEqualTo(10 * SECOND);
    }

    /**
     * A load of 10 s whose broker went away for good at 4 s, and a drain of 3 s. Nobody waits in the drain for answers of a connection
     * that is broken: the first message without one was due at 4.1 s and waited for 5.9 s until the load ended, the first one that was
     * never sent for 5.5 s.
     */
    @Test
    void anOutageOfABrokerThatStaysAwayBeginsWithItsFirstMessageHoweverLongTheDrainIs() {
        seconds(0, 4, Phase.MEASURE, 100);
        seconds(4, 10, Phase.MEASURE, 0);
        Interval last = second(10, Phase.DRAIN, 0, 5_900_000_000L);
        last.latencies().addUnfinished(Latency.SEND_DELAY, 5_500_000_000L, 1);
        outages.add(last);
        Outage outage = outages.found(0, 13 * SECOND).get(0);
        assertThat(outage.fromNs()).isBetween(4_090_000_000L, 4_100_000_000L);
        assertThat(outage.toNs()).isEqualTo(10 * SECOND);
    }

    /** A load of 10 s that ends with a pause of 5 s, and a message of its fourth second that has no answer when the drain ends at 11 s. */
    @Test
    void aPauseAtTheEndIsNoOutageBecauseAnOlderMessageHasNoAnswer() {
        seconds(0, 5, Phase.MEASURE, 100);
        seconds(5, 10, Phase.MEASURE, 0);
        outages.add(second(10, Phase.DRAIN, 0, 7_500_000_000L));
        assertThat(outages.found(0, 11 * SECOND)).isEmpty();
    }
}
