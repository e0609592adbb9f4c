package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded events come out in intervals: each once, in the second in which it happened. */
class IntervalCollectorTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 777;
    private static final long EPOCH = 1_700_000_000_000L;

    private final VirtualTime time = new VirtualTime(START);
    private final List<Interval> intervals = new ArrayList<>();
    private final List<Recorder> recorders = new ArrayList<>();
    private Timeline timeline = new Timeline(0, 0);
    private IntervalCollector collector = new IntervalCollector(time, timeline, recorders, EPOCH, interval -> {});

    private void begin(double warmupSeconds, double durationSeconds, int recorderCount) {
        timeline = new Timeline(seconds(warmupSeconds), seconds(durationSeconds));
        timeline.begin(START);
        for (int i = 0; i < recorderCount; i++) {
            Recorder recorder = new Recorder(timeline, new FaultLog(timeline, false), Optional.empty());
            recorder.begin();
            recorders.add(recorder);
        }
        collector = new IntervalCollector(time, timeline, recorders, EPOCH, intervals::add);
        collector.start(0);
    }

    private static long seconds(double seconds) {
        return Math.round(seconds * SECOND);
    }

    private void advanceTo(double secondsAfterStart) {
        time.advance(START + seconds(secondsAfterStart) - time.nanoTime());
    }

    private static void blocked(Recorder recorder, long nowNs) {
        synchronized (recorder) {
            recorder.blocked(nowNs);
        }
    }

    private void endLoad() {
        timeline.endLoad(time.nanoTime());
        recorders.forEach(recorder -> recorder.cut(time.nanoTime()));
    }

    private List<String> shape() {
        return intervals.stream()
                .map(i -> i.phase() + " " + i.startNs() / 1e9 + ".." + i.endNs() / 1e9 + " "
                        + i.counts().blocked())
                .toList();
    }

    @Test
    void anEventOnABoundaryBelongsToTheSecondThatBegins() {
        begin(0, 3, 1);
        Recorder recorder = recorders.get(0);
        blocked(recorder, START);
        blocked(recorder, START + SECOND - 1);
        advanceTo(1);
        blocked(recorder, START + SECOND);
        advanceTo(2);
        blocked(recorder, START + 2 * SECOND - 1);
        advanceTo(3);
        blocked(recorder, START + 3 * SECOND);
        advanceTo(3.5);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(shape())
                .containsExactly("MEASURE 0.0..1.0 2", "MEASURE 1.0..2.0 2", "MEASURE 2.0..3.0 0", "DRAIN 3.0..3.5 1");
    }

    @Test
    void intervalsAreHandedOnAMomentAfterTheirEndAndHaveTheirPlaceOnTheWallClock() {
        begin(0, 0, 1);
        advanceTo(1.019);
        assertThat(intervals).isEmpty();
        advanceTo(1.020);
        assertThat(intervals).hasSize(1);
        advanceTo(5.5);
        assertThat(intervals).extracting(Interval::index).containsExactly(0, 1, 2, 3, 4);
        assertThat(intervals)
                .extracting(Interval::startEpochMillis)
                .containsExactly(EPOCH, EPOCH + 1_000, EPOCH + 2_000, EPOCH + 3_000, EPOCH + 4_000);
    }

    @Test
    void whatHappenedBeforeABoundaryIsInItsSecondThoughTheRecorderHearsOfItALittleLater() {
        begin(0, 0, 1);
        advanceTo(1.010);
        blocked(recorders.get(0), START + SECOND - 1);
        advanceTo(2);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(shape()).containsExactly("MEASURE 0.0..1.0 1", "MEASURE 1.0..2.0 0");
    }

    @Test
    void countsSoFarHaveThePresentSecond() {
        begin(0, 3, 2);
        blocked(recorders.get(0), START + 1);
        blocked(recorders.get(1), START + 1);
        assertThat(collector.counts().blocked()).isEqualTo(2);
        advanceTo(1.5);
        assertThat(intervals).hasSize(1);
        blocked(recorders.get(0), time.nanoTime());
        assertThat(collector.counts().blocked()).isEqualTo(3);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(collector.counts().blocked()).isEqualTo(3);
    }

    @Test
    void aLateCollectorMovesNothingAndLeavesNoSecondOut() {
        begin(0.5, 0, 2);
        for (int i = 0; i < 40; i++) {
            // No event in the seconds 2.5 to 4.5.
            if (i < 24 || i >= 45) {
                blocked(recorders.get(i % 2), START + i * SECOND / 10);
            }
        }
        blocked(recorders.get(1), START + seconds(4.75));
        // The first look comes after five seconds.
        collector.finish(START + seconds(5.25), new LowerBounds(0));
        assertThat(String.join("; ", shape()))
                .isEqualTo("WARMUP 0.0..0.5 5; MEASURE 0.5..1.5 10; MEASURE 1.5..2.5 9; MEASURE 2.5..3.5 0;"
                        + " MEASURE 3.5..4.5 0; MEASURE 4.5..5.25 1");
    }

    @Test
    void anEarlyEndCutsItsSecondAndTheDrainIsCountedFromThere() {
        begin(0, 10, 2);
        advanceTo(1.25);
        blocked(recorders.get(0), time.nanoTime());
        endLoad();
        blocked(recorders.get(1), time.nanoTime());
        advanceTo(2.75);
        blocked(recorders.get(1), time.nanoTime());
        collector.finish(time.nanoTime() + 1, new LowerBounds(0));
        assertThat(shape())
                .containsExactly(
                        "MEASURE 0.0..1.0 0", "MEASURE 1.0..1.25 1", "DRAIN 1.25..2.25 1", "DRAIN 2.25..2.750000001 1");
        assertThat(collector.sums().total().blocked()).isEqualTo(3);
        assertThat(collector.sums().measured().blocked()).isEqualTo(1);
    }

    @Test
    void aRecorderThatIsAheadOfTheEndOfTheLoadKeepsToTheSameIntervals() {
        begin(0, 10, 2);
        advanceTo(4.999);
        blocked(recorders.get(0), START + seconds(4.5));
        blocked(recorders.get(1), START + seconds(4.5));
        // Between the reading of the clock that is the end of the load and the cut, one of them is a second further.
        long endNs = START + seconds(4.999);
        blocked(recorders.get(1), START + seconds(5));
        timeline.endLoad(endNs);
        recorders.forEach(recorder -> recorder.cut(endNs));
        blocked(recorders.get(0), START + seconds(5.5));
        blocked(recorders.get(1), START + seconds(5.5));
        advanceTo(6.5);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(shape().subList(4, shape().size()))
                .containsExactly("MEASURE 4.0..4.999 2", "DRAIN 4.999..5.999 3", "DRAIN 5.999..6.5 0");
    }

    @Test
    void whatHappensAtTheVeryEndIsNotLost() {
        begin(0, 2, 1);
        advanceTo(2);
        endLoad();
        blocked(recorders.get(0), time.nanoTime());
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(collector.sums().total().blocked()).isEqualTo(1);
        assertThat(shape()).containsExactly("MEASURE 0.0..1.0 0", "MEASURE 1.0..2.0 0", "DRAIN 2.0..2.000000001 1");
    }

    @Test
    void whatWasRecordedBeforeTheLoadIsDropped() {
        timeline = new Timeline(0, 0);
        Recorder recorder = new Recorder(timeline, new FaultLog(timeline, false), Optional.empty());
        recorders.add(recorder);
        for (int i = 0; i < 3; i++) {
            synchronized (recorder) {
                recorder.committed(Latency.RECEIVE_COMMIT, i * SECOND, i * SECOND + 5);
            }
        }
        timeline.begin(START + 3 * SECOND);
        recorder.begin();
        collector = new IntervalCollector(time, timeline, recorders, EPOCH, intervals::add);
        advanceTo(3);
        collector.start(0);
        advanceTo(4);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(shape()).containsExactly("MEASURE 0.0..1.0 0");
        assertThat(collector.sums().latencies().isEmpty()).isTrue();
    }

    @Test
    void messagesOfTheWarmupAreNotMeasuredWheneverTheyAreAcknowledged() {
        begin(1, 3, 1);
        Recorder recorder = recorders.get(0);
        long lastOfWarmup = START + SECOND - 1;
        long firstMeasured = START + SECOND;
        advanceTo(1.5);
        synchronized (recorder) {
            recorder.sent(lastOfWarmup, lastOfWarmup + 10, true, 10, 0);
            recorder.sent(firstMeasured, firstMeasured + 20, true, 20, 0);
            recorder.acknowledged(lastOfWarmup, lastOfWarmup + 10, 0, START + seconds(1.4));
            recorder.acknowledged(firstMeasured, firstMeasured + 20, 0, START + seconds(1.5));
            recorder.received(lastOfWarmup, lastOfWarmup + 10, 0, START + seconds(1.4));
            recorder.received(firstMeasured, firstMeasured + 20, 0, START + seconds(1.5));
            recorder.committed(Latency.COMMIT, lastOfWarmup, START + seconds(1.2));
            recorder.committed(Latency.COMMIT, firstMeasured, START + seconds(1.2));
        }
        advanceTo(2);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        Interval second = intervals.get(1);
        assertThat(second.counts()).isEqualTo(new Counts(2, 0, 2, 2, 0, 0, 0, 0, 0, 0));
        assertThat(intervals.get(0).counts()).isEqualTo(Counts.ZERO);
        for (Latency latency : List.of(
                Latency.SEND_DELAY,
                Latency.SEND_ACK,
                Latency.RESPONSE,
                Latency.TRANSFER,
                Latency.END_TO_END,
                Latency.COMMIT)) {
            assertThat(Stream.of(
                            second.latencies(),
                            second.warmupLatencies(),
                            collector.sums().latencies()))
                    .as("measured, of the warmup, in all %s", latency)
                    .allMatch(latencies -> count(latencies, latency) == 1);
        }
        assertThat(histogram(collector.sums().latencies(), Latency.SEND_DELAY).getMaxValue())
                .isEqualTo(20);
        assertThat(histogram(second.warmupLatencies(), Latency.SEND_DELAY).getMaxValue())
                .isEqualTo(10);
    }

    private static Histogram histogram(Latencies latencies, Latency latency) {
        return latencies.get(latency).orElseThrow();
    }

    private static long count(Latencies latencies, Latency latency) {
        return latencies.get(latency).map(Histogram::getTotalCount).orElse(0L);
    }

    @Test
    void latenciesAreNanosecondsWithThreeDigitsAndNegativeOnesAreCounted() {
        begin(0, 0, 1);
        Recorder recorder = recorders.get(0);
        synchronized (recorder) {
            recorder.acknowledged(START, START, 0, START + 1);
            recorder.acknowledged(START, START, 0, START + 8_250_001);
            recorder.acknowledged(START + 5, START + 5, 0, START + 2);
            recorder.received(START + 5, START + 1, 0, START + 2);
            recorder.receivedFromForeignClock(START + 2);
        }
        advanceTo(1);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        Histogram response = histogram(collector.sums().latencies(), Latency.RESPONSE);
        assertThat(response.getTotalCount()).isEqualTo(2);
        assertThat(response.getMinValue()).isEqualTo(1);
        assertThat(response.getMaxValue()).isBetween(8_250_001L, 8_258_250L);
        assertThat(response.lowestEquivalentValue(response.getMaxValue())).isLessThanOrEqualTo(8_250_001);
        assertThat(response.sizeOfEquivalentValueRange(8_250_001)).isLessThanOrEqualTo(8_250);
        assertThat(histogram(collector.sums().latencies(), Latency.TRANSFER).getTotalCount())
                .isEqualTo(1);
        assertThat(collector.sums().latencies().get(Latency.END_TO_END)).isEmpty();
        assertThat(collector.sums().total()).isEqualTo(new Counts(0, 0, 3, 2, 0, 0, 3, 1, 0, 0));
    }

    /** Events at random times, a collector on its clock, an early end somewhere or none: against a count by hand. */
    @ParameterizedTest
    @CsvSource({"0, 10, 20", "0.3, 7.7, 20", "2, 6, 6", "1.5, 9.25, 3.125", "3, 8, 1.001", "0, 0, 5", "4, 0, 4.5"})
    void everyEventIsInItsIntervalOnce(double warmup, double duration, double endsAt) {
        SplittableRandom random = new SplittableRandom(seconds(warmup + duration + endsAt));
        begin(warmup, duration, 3);
        List<Long> events = new ArrayList<>();
        double end = duration > 0 ? Math.min(duration, endsAt) : endsAt;
        boolean ended = false;
        long at = START;
        while (at < START + seconds(end + 2.5)) {
            time.advance(at - time.nanoTime());
            if (!ended && at >= START + seconds(end)) {
                ended = true;
                timeline.endLoad(START + seconds(end));
                recorders.forEach(recorder -> recorder.cut(START + seconds(end)));
            }
            blocked(recorders.get(random.nextInt(3)), at);
            events.add(at - START);
            long stride = random.nextInt(20) == 0 ? 1_500_000_000L : 30_000_000L;
            // Not beyond the end of the load, which the recorders must learn in time.
            long next = at + random.nextLong(stride);
            at = ended || next <= START + seconds(end) ? next : START + seconds(end);
        }
        time.advance(1);
        collector.finish(time.nanoTime(), new LowerBounds(0));
        long expectedStart = 0;
        for (Interval interval : intervals) {
            assertThat(interval.startNs()).isEqualTo(expectedStart);
            expectedStart = interval.endNs();
            long inside = events.stream()
                    .filter(e -> e >= interval.startNs() && e < interval.endNs())
                    .count();
            assertThat(interval.counts().blocked()).as("%s", interval).isEqualTo(inside);
            assertThat(interval.phase())
                    .isEqualTo(
                            interval.startNs() >= seconds(end)
                                    ? Phase.DRAIN
                                    : interval.startNs() < seconds(warmup) ? Phase.WARMUP : Phase.MEASURE);
        }
        assertThat(intervals).anyMatch(interval -> interval.endNs() == seconds(end));
        assertThat(intervals.stream().mapToLong(i -> i.counts().blocked()).sum())
                .isEqualTo(events.size());
        assertThat(collector.sums().total().blocked()).isEqualTo(events.size());
    }

    @Test
    void anHourOfIntervalsDoesNotDrift() {
        begin(0.25, 3_600, 1);
        advanceTo(3_600.02);
        assertThat(intervals).hasSize(3_601);
        for (int i = 1; i < 3_600; i++) {
            assertThat(intervals.get(i).startNs()).isEqualTo(seconds(0.25) + (i - 1) * SECOND);
            assertThat(intervals.get(i).endNs()).isEqualTo(seconds(0.25) + i * SECOND);
        }
        assertThat(intervals.get(3_600).endNs()).isEqualTo(3_600 * SECOND);
    }

    @Test
    void framesAreUsedAgain() {
        begin(0, 0, 1);
        for (int i = 1; i < 100; i++) {
            Recorder recorder = recorders.get(0);
            synchronized (recorder) {
                recorder.acknowledged(time.nanoTime(), time.nanoTime(), 0, time.nanoTime() + i);
            }
            advanceTo(i);
        }
        collector.finish(time.nanoTime(), new LowerBounds(0));
        assertThat(intervals).hasSize(99);
        for (int i = 0; i < 99; i++) {
            Histogram service = histogram(intervals.get(i).latencies(), Latency.SEND_ACK);
            assertThat(service.getTotalCount()).isEqualTo(1);
            assertThat(service.getMaxValue()).isEqualTo(i + 1);
        }
        assertThat(recorders.get(0).buffers()).isLessThanOrEqualTo(3);
    }
}
