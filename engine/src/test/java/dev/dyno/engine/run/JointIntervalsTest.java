package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class JointIntervalsTest {

    private static final long SECOND = 1_000_000_000;

    private final List<Interval> handedOn = new ArrayList<>();
    private final JointIntervals joint = new JointIntervals(2, handedOn::add);

    private static Interval at(AckTimes times, Interval part) {
        return new Interval(
                part.index(),
                part.phase(),
                part.startNs(),
                part.endNs(),
                part.startEpochMillis(),
                part.counts(),
                part.latencies(),
                part.warmupLatencies(),
                times,
                Map.of());
    }

    private static Interval part(Phase phase, long startNs, long endNs, long sent, long latencyNs) {
        Latencies latencies = new Latencies();
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        histogram.recordValueWithCount(latencyNs, sent);
        latencies.add(Latency.RESPONSE, histogram);
        return new Interval(
                0,
                phase,
                startNs,
                endNs,
                0,
                new Counts(sent, 0, sent, 0, 0, 0, 0, 0, 0, 0),
                latencies,
                new Latencies());
    }

    @Test
    void anIntervalIsHandedOnWhenAllHaveReportedTheirPart() {
        joint.begin(5_000);
        joint.add(0, part(Phase.WARMUP, 0, SECOND, 3, 100));
        joint.add(0, part(Phase.MEASURE, SECOND, 2 * SECOND, 4, 100));
        assertThat(handedOn).isEmpty();
        joint.add(1, part(Phase.WARMUP, 0, SECOND, 5, 200));
        assertThat(handedOn).hasSize(1);
        Interval first = handedOn.get(0);
        assertThat(first.phase()).isEqualTo(Phase.WARMUP);
        assertThat(first.counts().sent()).isEqualTo(8);
        assertThat(first.startEpochMillis()).isEqualTo(5_000);
        assertThat(first.latencies().get(Latency.RESPONSE).orElseThrow().getCountAtValue(200))
                .isEqualTo(5);
        joint.add(1, part(Phase.MEASURE, SECOND, 2 * SECOND, 6, 200));
        assertThat(handedOn).extracting(Interval::index).containsExactly(0, 1);
        assertThat(joint.sums().measured().sent()).isEqualTo(10);
        assertThat(joint.sums().total().sent()).isEqualTo(18);
        assertThat(joint.total(1).sent()).isEqualTo(11);
    }

    @Test
    void aWorkerThatHasEndedIsNotWaitedFor() {
        joint.add(0, part(Phase.MEASURE, 0, SECOND, 1, 100));
        joint.add(1, part(Phase.MEASURE, 0, SECOND, 1, 100));
        joint.add(1, part(Phase.MEASURE, SECOND, 2 * SECOND, 1, 100));
        joint.add(1, part(Phase.DRAIN, 2 * SECOND, 2 * SECOND + 7, 0, 100));
        assertThat(handedOn).hasSize(1);
        joint.end(0);
        assertThat(handedOn).extracting(Interval::endNs).containsExactly(SECOND, 2 * SECOND, 2 * SECOND + 7);
        assertThat(joint.completeNs(0)).isEqualTo(SECOND);
    }

    @Test
    void acknowledgementsOfAnIntervalBeginWithTheFirstWorkersAndEndWithTheLasts() {
        joint.add(0, at(new AckTimes(100_000_000, 900_000_000), part(Phase.MEASURE, 0, SECOND, 1, 100)));
        joint.add(1, at(new AckTimes(200_000_000, 950_000_000), part(Phase.MEASURE, 0, SECOND, 1, 100)));
        joint.add(0, at(AckTimes.NONE, part(Phase.MEASURE, SECOND, 2 * SECOND, 0, 100)));
        joint.add(1, at(new AckTimes(SECOND, 1_100_000_000), part(Phase.MEASURE, SECOND, 2 * SECOND, 1, 100)));
        joint.add(0, at(AckTimes.NONE, part(Phase.MEASURE, 2 * SECOND, 3 * SECOND, 0, 100)));
        joint.add(1, at(AckTimes.NONE, part(Phase.MEASURE, 2 * SECOND, 3 * SECOND, 0, 100)));
        assertThat(handedOn)
                .extracting(Interval::acknowledged)
                .containsExactly(
                        new AckTimes(100_000_000, 950_000_000), new AckTimes(SECOND, 1_100_000_000), AckTimes.NONE);
    }

    /** A load that is ended early ends at one worker before it does at another. */
    @Test
    void theIntervalsStayWithoutAGapWhereWorkersEndApart() {
        joint.add(0, part(Phase.MEASURE, 0, SECOND, 1, 100));
        joint.add(1, part(Phase.MEASURE, 0, SECOND, 1, 100));
        joint.add(0, part(Phase.MEASURE, SECOND, SECOND + 100, 1, 100));
        joint.add(1, part(Phase.MEASURE, SECOND, SECOND + 170, 1, 100));
        joint.add(0, part(Phase.DRAIN, SECOND + 100, SECOND + 500, 1, 100));
        joint.add(1, part(Phase.DRAIN, SECOND + 170, SECOND + 400, 1, 100));
        assertThat(handedOn).extracting(Interval::startNs).containsExactly(0L, SECOND, SECOND + 170);
        assertThat(handedOn).extracting(Interval::endNs).containsExactly(SECOND, SECOND + 170, SECOND + 500);
    }
}
