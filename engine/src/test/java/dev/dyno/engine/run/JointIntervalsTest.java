package dev.dyno.engine.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.engine.record.LowerBounds;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JointIntervalsTest {

    private static final long SECOND = 1_000_000_000;

    private final List<Interval> handedOn = new ArrayList<>();
    /** Repeated deliveries so far, by groups. */
    private final Map<String, Long> repeated = new HashMap<>();

    private final JointIntervals joint =
            new JointIntervals(2, handedOn::add, group -> repeated.getOrDefault(group.orElse(""), 0L));

    private static Interval at(AckTimes times, Interval part) {
        return Samples.changed(part, Map.of("acknowledged", times));
    }

    private static Interval part(Phase phase, long startNs, long endNs, long sent, long latencyNs) {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, sent, latencyNs);
        Counts counts = new Counts(sent, 0, sent, 0, 0, 0, 0, 0, 0, 0);
        return new Interval(0, phase, startNs, endNs, 0, counts, latencies, new Latencies());
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
        assertThat(joint.of(1).total.sent()).isEqualTo(11);
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
        assertThat(joint.of(0).endNs).isEqualTo(SECOND);
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

    private static Interval received(int second, long messages) {
        Counts counts = new Counts(0, 0, 0, messages, 0, 0, 0, 0, 0, 0);
        Interval web = Samples.second(second, Phase.MEASURE, counts, new Latencies());
        return Samples.changed(web, Map.of("groups", Map.of("web", web)));
    }

    /** Ten a second; two repeated ones are known at the end of the first, and of web one; then 13 of all, more than a second has. */
    @Test
    void repeatedDeliveriesAreTakenOutOfTheSecondInWhichTheyBecomeKnown() {
        repeated.putAll(Map.of("", 2L, "web", 1L));
        for (int second = 0; second < 3; second++) {
            joint.add(0, received(second, 5));
            joint.add(1, received(second, 5));
            repeated.put("", 13L);
        }
        joint.end(0);
        joint.end(1);
        joint.finish(new LowerBounds(0));
        assertThat(handedOn)
                .extracting(interval -> interval.counts().received(), Interval::repeated)
                .containsExactly(tuple(8L, 2L), tuple(0L, 10L), tuple(9L, 1L));
        assertThat(handedOn)
                .extracting(interval -> requireNonNull(interval.groups().get("web")))
                .extracting(web -> web.counts().received(), Interval::repeated)
                .containsExactly(tuple(9L, 1L), tuple(10L, 0L), tuple(10L, 0L));
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
