package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.study.HeapCost.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapCostTest {

    private static final long SECOND = 1_000_000_000;

    private final List<Interval> intervals = new ArrayList<>();
    private final List<ResourceSample> samples = new ArrayList<>();

    @Test
    void pointsOnALineGiveItExactly() {
        HeapCost cost = HeapCost.of(List.of(new Point(0, 1000), new Point(100, 3000), new Point(300, 7000)))
                .orElseThrow();
        assertThat(cost.perMessage()).isEqualTo(20, within(1e-9));
        assertThat(cost.base()).isEqualTo(1000, within(1e-9));
        assertThat(cost.isClear()).isTrue();
        HeapCost.Safe safe = cost.safe(5000).orElseThrow();
        assertThat(safe.messages()).isEqualTo(200, within(1e-6));
        assertThat(safe.lowest()).isEqualTo(200, within(1e-6));
        assertThat(safe.highest()).isEqualTo(200, within(1e-6));
        assertThat(cost.safe(500).orElseThrow().messages()).isZero();
    }

    /**
     * By hand, of (1, 2), (2, 4), (3, 5), (4, 4), (5, 5): slope 0.6, base 2.2, sum of squares 2.4, so spread sqrt(0.8); t(3) at
     * 97.5 % is 3.18245, and the slope may be wrong by 3.18245 * sqrt(0.8 / 10) = 0.900, more than itself.
     */
    @Test
    void slopeThatCouldBeNoneHasNoAnswer() {
        HeapCost cost = HeapCost.of(
                        List.of(new Point(1, 2), new Point(2, 4), new Point(3, 5), new Point(4, 4), new Point(5, 5)))
                .orElseThrow();
        assertThat(cost.perMessage()).isEqualTo(0.6, within(1e-12));
        assertThat(cost.base()).isEqualTo(2.2, within(1e-12));
        assertThat(cost.spread()).isEqualTo(Math.sqrt(0.8), within(1e-12));
        assertThat(cost.perMessageHalfWidth()).isEqualTo(0.90013, within(1e-5));
        assertThat(cost.isClear()).isFalse();
        assertThat(cost.safe(10)).isEmpty();
    }

    /** At both ends of the interval, the bound of the line is the heap that may be filled. */
    @Test
    void boundsOfTheLineReachTheHeapAtTheEndsOfTheInterval() {
        HeapCost cost = HeapCost.of(List.of(
                        new Point(10, 121),
                        new Point(20, 139),
                        new Point(30, 162),
                        new Point(40, 178),
                        new Point(50, 201)))
                .orElseThrow();
        HeapCost.Safe safe = cost.safe(300).orElseThrow();
        assertThat(safe.lowest()).isLessThan(safe.messages());
        assertThat(safe.highest()).isGreaterThan(safe.messages());
        assertThat(line(cost, safe.lowest()) + band(cost, safe.lowest())).isEqualTo(300, within(1e-6));
        assertThat(line(cost, safe.highest()) - band(cost, safe.highest())).isEqualTo(300, within(1e-6));
    }

    private static double line(HeapCost cost, double x) {
        return cost.base() + cost.perMessage() * x;
    }

    private static double band(HeapCost cost, double x) {
        double d = x - cost.meanX();
        return cost.quantile() * cost.spread() * Math.sqrt(1.0 / cost.points() + d * d / cost.slopeSquares());
    }

    /**
     * Five rounds of two local limits and of 8,000 and 32,000 messages at the most; an empty broker of 50 MiB, a message of 3 KiB,
     * and a heap after a collection that strays by 5 MiB. 80 % of 256 MiB are filled by 154.8 MiB / 3 KiB = 52,838 messages. Of
     * these the interval has 2.101 * 5 MiB * sqrt(1 / 20 + 32,838^2 / (20 * 12,000^2)) / 3 KiB = 2,334, which is 4 %.
     */
    @Test
    void theSafeBufferOfAStudyIsKnownWithinAFifth() {
        double mebibyte = 1 << 20;
        double truth = (0.8 * 256 - 50) * mebibyte / 3072;
        Random random = new Random(1);
        int studies = 1000;
        int held = 0;
        for (int study = 0; study < studies; study++) {
            List<Point> points = new ArrayList<>();
            for (int run = 0; run < 20; run++) {
                double messages = run % 2 == 0 ? 8_000 : 32_000;
                points.add(new Point(messages, 50 * mebibyte + 3072 * messages + 5 * mebibyte * random.nextGaussian()));
            }
            HeapCost.Safe safe =
                    HeapCost.of(points).orElseThrow().safe(0.8 * 256 * mebibyte).orElseThrow();
            held += safe.lowest() <= truth && truth <= safe.highest() ? 1 : 0;
            assertThat(safe.lowest()).isGreaterThan(0.8 * truth);
            assertThat(safe.highest()).isLessThan(1.2 * truth);
        }
        assertThat(held).isBetween(studies * 93 / 100, studies * 97 / 100);
    }

    @Test
    void fewPointsOrAllOfTheSameHeldGiveNoLine() {
        assertThat(HeapCost.of(List.of())).isEmpty();
        assertThat(HeapCost.of(List.of(new Point(1, 1), new Point(2, 2)))).isEmpty();
        assertThat(HeapCost.of(List.of(new Point(1, 1), new Point(1, 2), new Point(1, 3))))
                .isEmpty();
    }

    private void second(Phase phase, long sent, long failed, long received, double collections, double heap) {
        int index = intervals.size();
        long from = index * SECOND;
        Counts counts = new Counts(sent, 0, sent - failed, received, failed, 0, 0, 0, 0, 0);
        intervals.add(new Interval(index, phase, from, from + SECOND, 0, counts, new Latencies(), new Latencies()));
        Map<String, Double> values = Map.of("gc-count", collections, "heap-after-gc-bytes", heap);
        samples.add(new ResourceSample(ResourceSample.BROKER, phase, from, from + SECOND, values));
    }

    @Test
    void heldIsWhatWasAcknowledgedAndHasNotCome() {
        second(Phase.WARMUP, 100, 0, 20, 1, 5);
        second(Phase.MEASURE, 100, 10, 50, 0, 1);
        second(Phase.MEASURE, 0, 0, 90, 0, 1);
        second(Phase.DRAIN, 0, 0, 30, 1, 1);
        assertThat(HeapAtBacklog.measures(intervals, samples)).isEqualTo(Map.of("held-min", 30.0, "held-max", 120.0));
    }

    /** Seconds with a collection held 20, 60, 90 and 100: 90 and 100 are the upper half. */
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
