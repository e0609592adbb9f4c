package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.capacity.CapacitySecond;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Share;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The seconds of a load reach the search, and its answers the load. */
class SearchPilotTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final List<Double> asked = new ArrayList<>();
    private int finished;
    private int seconds;

    /** Each change takes effect with the second after the next. */
    private final Runner runner = new Runner() {
        @Override
        public RunResult run() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void finish() {
            finished++;
        }

        @Override
        public void fail(String cause) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LiveRate.Change steer(double perSecond) {
            asked.add(perSecond);
            return new LiveRate.Change((seconds + 1) * SECOND, perSecond);
        }
    };

    private SearchPilot pilot(long withinNs, String consumers, String... objectives) {
        List<Threshold> slo = Stream.of(objectives).map(Threshold::parse).toList();
        CapacityGoal goal = new CapacityGoal(
                slo.stream()
                        .map(one -> new CapacityGoal.Objective(
                                one.toString(),
                                one.messagesBeyond()
                                        .map(Threshold.MessagesBeyond::allowedShare)
                                        .orElse(one.limit())))
                        .toList(),
                100,
                10,
                1e9,
                0.03,
                0.95,
                withinNs);
        SearchPilot pilot = new SearchPilot(
                goal,
                slo,
                slo.stream()
                        .map(one -> one.latency().orElse(Latency.END_TO_END))
                        .toList(),
                FindingText.FLAGS);
        Target target = new Target("sim", "sim://x", Optional.empty(), Optional.empty(), Map.of());
        WorkloadFile file = WorkloadFile.of("w", "producers: [{ to: topic://t, rate: 100/s }]\n" + consumers);
        assertThat(file.problems()).isEmpty();
        pilot.begin(
                new RunPlan(
                        file.workload(), target, target, Share.WHOLE, 1, false, 0, FaultPlan.NONE, Map.of(), Map.of()),
                runner);
        return pilot;
    }

    private Interval second(Phase phase, long sent, long acknowledged, long received, long skipped, long... ms) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        for (long each : ms) {
            histogram.recordValue(each * MS);
        }
        Latencies latencies = new Latencies();
        latencies.add(Latency.END_TO_END, histogram);
        long start = seconds++ * SECOND;
        Counts counts = new Counts(sent, 0, acknowledged, received, 0, skipped, 0, 0, 0, 0);
        return new Interval(seconds - 1, phase, start, start + SECOND, 0, counts, latencies, new Latencies());
    }

    /** Two subscribers: a message is done when both have it. */
    @Test
    void aSecondHasWhatWasAskedDueDoneAndOwed() {
        SearchPilot pilot = pilot(
                60 * SECOND,
                "consumers: [{ from: topic://t, count: 2 }]",
                "p99(end-to-end) < 20ms",
                "p50 <= 20ms",
                "mean(end-to-end) < 20ms");
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 90, 80, 140, 0, 10, 20, 30), 100);
        assertThat(first.perSecond()).isEqualTo(100);
        assertThat(List.of(first.due(), first.sent(), first.done(), first.outstanding()))
                .containsExactly(100L, 90L, 70L, 30L);
        // At the limit is beyond it, unless the limit is allowed.
        assertThat(first.tallies()).extracting(CapacitySecond.Tally::counted).containsExactly(3.0, 3.0, 3.0);
        assertThat(first.tallies().get(0).beyond()).isEqualTo(2);
        assertThat(first.tallies().get(1).beyond()).isEqualTo(1);
        assertThat(first.tallies().get(2).beyond()).isBetween(59.9e6, 60.2e6);
        // Ten of the first second's were dropped.
        CapacitySecond next = pilot.second(second(Phase.MEASURE, 100, 100, 200, 10), 100);
        assertThat(List.of(next.due(), next.done(), next.outstanding())).containsExactly(100L, 100L, 20L);
        assertThat(next.tallies().get(0).counted()).isZero();
    }

    @Test
    void withoutConsumersTheAcknowledgedOnesAreDone() {
        SearchPilot pilot = pilot(60 * SECOND, "");
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 100, 97, 0, 0), 100);
        assertThat(List.of(first.done(), first.outstanding())).containsExactly(97L, 3L);
    }

    @Test
    void theSearchEndsTheLoadInGoodOrderOnce() {
        SearchPilot pilot = pilot(2 * SECOND, "");
        while (finished == 0) {
            assertThat(seconds * SECOND).isLessThan(CapacitySearch.longestNs(2 * SECOND));
            pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        }
        pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        pilot.onInterval(second(Phase.DRAIN, 0, 0, 0, 0));
        assertThat(finished).isEqualTo(1);
        assertThat(pilot.config()).containsEntry("capacity", List.of());
    }
}
