package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.store.IntervalSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapAtBacklogTest {

    private static final long SECOND = 1_000_000_000;

    private final List<IntervalSummary> intervals = new ArrayList<>();
    private final List<ResourceSample> samples = new ArrayList<>();

    private void second(Phase phase, long sent, long failed, long received, double collections, double heap) {
        int index = intervals.size();
        intervals.add(new IntervalSummary(
                index,
                phase,
                index * SECOND,
                (index + 1) * SECOND,
                new Counts(sent, 0, sent - failed, received, failed, 0, 0, 0, 0, 0),
                Map.of(),
                Map.of()));
        samples.add(new ResourceSample(
                ResourceSample.BROKER,
                phase,
                index * SECOND,
                (index + 1) * SECOND,
                Map.of("gc-count", collections, "heap-after-gc-bytes", heap)));
    }

    @Test
    void heldIsWhatWasAcknowledgedAndHasNotCome() {
        second(Phase.WARMUP, 100, 0, 20, 1, 5);
        second(Phase.MEASURE, 100, 10, 50, 0, 1);
        second(Phase.MEASURE, 0, 0, 90, 0, 1);
        second(Phase.DRAIN, 0, 0, 30, 1, 1);
        assertThat(HeapAtBacklog.measures(intervals, samples)).isEqualTo(Map.of("held-min", 30.0, "held-max", 120.0));
    }

    /** Of the seconds with a collection those with 90 and 100 held are the upper half of 20, 60, 90 and 100. */
    @Test
    void liveHeapIsTheLeastAfterACollectionWhileMuchWasHeld() {
        second(Phase.MEASURE, 20, 0, 0, 1, 10);
        second(Phase.MEASURE, 40, 0, 0, 1, 40);
        second(Phase.MEASURE, 30, 0, 0, 2, 50);
        second(Phase.MEASURE, 10, 0, 0, 1, 300);
        second(Phase.MEASURE, 0, 0, 0, 0, 1);
        assertThat(HeapAtBacklog.measures(intervals, samples))
                .isEqualTo(Map.of(
                        "held-min", 20.0, "held-max", 100.0, "held-at-heap-live", 90.0, "broker-heap-live", 50.0));
    }

    @Test
    void consumersAloneDoNotKnowWhatIsHeld() {
        second(Phase.MEASURE, 0, 0, 50, 1, 10);
        assertThat(HeapAtBacklog.measures(intervals, samples)).isEmpty();
    }

    @Test
    void samplesOfOthersOrWithoutSuchAHeapTellNothing() {
        second(Phase.MEASURE, 20, 0, 0, 0, 10);
        samples.clear();
        samples.add(new ResourceSample(
                ResourceSample.WORKER, Phase.MEASURE, 0, SECOND, Map.of("gc-count", 1.0, "heap-after-gc-bytes", 1.0)));
        samples.add(new ResourceSample(ResourceSample.BROKER, Phase.MEASURE, 0, SECOND, Map.of("gc-count", 1.0)));
        assertThat(HeapAtBacklog.measures(intervals, samples)).isEqualTo(Map.of("held-min", 20.0, "held-max", 20.0));
    }
}
