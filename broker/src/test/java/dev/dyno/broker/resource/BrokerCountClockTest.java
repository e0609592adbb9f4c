package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** A broker that counts now and then, asked once a second: what it has by then is a formula. */
class BrokerCountClockTest {

    private static final long SECOND = 1_000_000_000;
    private static final long START = 100 * SECOND;
    private static final long MEASURE = START + 10 * SECOND;

    /** Part of a count comes so much later than the rest of it. */
    private static final long LAG = SECOND / 10;

    private final VirtualTime time = new VirtualTime();
    private final List<ResourceSample> samples = new ArrayList<>();
    private final Summaries summaries = new Summaries();

    /** Seconds, of which the last ones are drained. */
    private record Clock(long endNs) implements RunClock {

        @Override
        public long startNs() {
            return START;
        }

        @Override
        public long boundaryAfter(long ns) {
            return boundaryAtOrBefore(ns) + SECOND;
        }

        @Override
        public long boundaryAtOrBefore(long ns) {
            return START + Math.floorDiv(ns - START, SECOND) * SECOND;
        }

        @Override
        public Phase phaseAt(long ns) {
            return ns < MEASURE ? Phase.WARMUP : ns < endNs ? Phase.MEASURE : Phase.DRAIN;
        }
    }

    /** A node that came up at 3.2 s and counts each {@code periodNs} from then on. */
    private static final class Broker implements ResourceReader {

        private final long upNs = 32 * SECOND / 10;
        private final long periodNs;
        private final DoubleUnaryOperator published;
        private final DoubleUnaryOperator queued;
        private final BrokerCountClock counts = new BrokerCountClock();

        /** @param published and queued by the seconds on the clock of the run */
        Broker(long periodNs, DoubleUnaryOperator published, DoubleUnaryOperator queued) {
            this.periodNs = periodNs;
            this.published = published;
            this.queued = queued;
        }

        private long countNs(long nowNs) {
            return upNs + Math.floorDiv(nowNs - upNs, periodNs) * periodNs;
        }

        @Override
        public String subject() {
            return "rabbitmq";
        }

        @Override
        public String describe() {
            return "it";
        }

        @Override
        public boolean isSlow() {
            return true;
        }

        @Override
        public ResourceReading read(long nowNs) {
            ResourceReading now = new ResourceReading()
                    .counter(ResourceMetric.PUBLISHED, published.applyAsDouble(countNs(nowNs - LAG) / 1e9))
                    .level(ResourceMetric.QUEUED, queued.applyAsDouble(countNs(nowNs) / 1e9));
            return counts.reading(List.of((countNs(nowNs) - upNs) / 1_000_000), now, nowNs);
        }
    }

    private void sample(Broker probe, long measuredNs) {
        time.parkUntil(START - 2 * SECOND);
        SamplingLoop loop = new SamplingLoop(
                List.of(probe),
                time,
                new Clock(MEASURE + measuredNs),
                sample -> {
                    samples.add(sample);
                    summaries.add(sample);
                },
                note -> assertThat(note).isEmpty());
        probe.read(time.nanoTime()); // As it is added.
        time.parkUntil(START);
        time.schedule(MEASURE + measuredNs + 10 * SECOND, loop::end);
        loop.run();
    }

    private List<ResourceSample> with(ResourceMetric metric) {
        return samples.stream().filter(s -> s.get(metric).isPresent()).toList();
    }

    private static double get(ResourceSample sample, ResourceMetric metric) {
        return sample.get(metric).orElseThrow();
    }

    @Test
    void aRateIsOverTheTimeInWhichTheCounterMoved() {
        // The counts drift through all places between two questions.
        sample(new Broker(5_050_000_000L, s -> 1_000 * s, s -> 0), 300 * SECOND);
        assertThat(with(ResourceMetric.PUBLISHED)).hasSizeGreaterThan(55).allSatisfy(s -> {
            assertThat(get(s, ResourceMetric.PUBLISHED)).isCloseTo(1_000, within(0.1));
            assertThat(s.seconds()).isCloseTo(5.05, within(0.001));
        });
    }

    @Test
    void aDepthIsOfTheInstantOfItsCount() {
        sample(new Broker(5_050_000_000L, s -> 0, s -> 700 * s), 300 * SECOND);
        assertThat(with(ResourceMetric.QUEUED)).hasSizeGreaterThan(55).allSatisfy(s -> {
            double before = (START + s.endNs()) / 1e9 - get(s, ResourceMetric.QUEUED) / 700;
            // Asked once a second, and the earliest of all answers was there at once.
            assertThat(before).isBetween(-0.001, 1.0);
            assertThat(get(s, ResourceMetric.COUNTED_EVERY)).isEqualTo(5.05);
        });
        ResourceSample late = samples.get(samples.size() - 1);
        assertThat((START + late.endNs()) / 1e9 - get(late, ResourceMetric.QUEUED) / 700)
                .isBetween(-0.001, 0.06);
    }

    @Test
    void aPauseIsSeenWhereItWas() {
        // Nothing from the count at 153.2 s to the one at 168.2 s.
        sample(
                new Broker(5 * SECOND, s -> 1_000 * (Math.min(s, 153.2) + Math.max(0, s - 168.2)), s -> 0),
                120 * SECOND);
        assertThat(with(ResourceMetric.PUBLISHED).stream()
                        .filter(s -> get(s, ResourceMetric.PUBLISHED) == 0)
                        .mapToDouble(ResourceSample::seconds)
                        .sum())
                .isCloseTo(15, within(1e-6));
        assertThat(with(ResourceMetric.PUBLISHED).stream().filter(s -> get(s, ResourceMetric.PUBLISHED) > 0))
                .allSatisfy(s -> assertThat(get(s, ResourceMetric.PUBLISHED)).isCloseTo(1_000, within(1e-6)));
    }

    @Test
    void theMeasuredPhaseHasOnlyTheCountsThatLieInIt() {
        // 2,000 a second before and after it.
        double from = MEASURE / 1e9;
        double to = from + 30;
        sample(
                new Broker(5 * SECOND, s -> 2_000 * s - 1_000 * Math.max(0, Math.min(s, to) - from), s -> 0),
                30 * SECOND);
        ResourceSummary.Values values = summary(ResourceMetric.PUBLISHED);
        assertThat(values.samples()).isGreaterThanOrEqualTo(4);
        // A count is dated up to a second late, until one is met at once: no more of its time than that is of another
        // phase.
        assertThat(values.mean()).isBetween(1_000.0, 1_050.0);
    }

    private ResourceSummary.Values summary(ResourceMetric metric) {
        return summaries.summarize(0).stream()
                .filter(s -> s.subject().equals("rabbitmq"))
                .flatMap(s -> s.get(metric).stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDepthThatWasCountedSecondsBeforeTheEndIsNotHowThePhaseEnded() {
        sample(new Broker(5 * SECOND, s -> 0, s -> 7_290), 31 * SECOND);
        // The host was read at the end of the phase.
        summaries.add(new ResourceSample(
                ResourceSample.HOST,
                Phase.MEASURE,
                MEASURE + 30 * SECOND - START,
                MEASURE + 31 * SECOND - START,
                Map.of(ResourceMetric.CPU.tag(), 1.0)));
        assertThat(summary(ResourceMetric.QUEUED).max()).isEqualTo(7_290);
        assertThat(summary(ResourceMetric.QUEUED).last()).isEmpty();
        assertThat(summaries.summarize(0).stream()
                        .filter(s -> s.subject().equals(ResourceSample.HOST))
                        .findFirst()
                        .orElseThrow()
                        .get(ResourceMetric.CPU)
                        .orElseThrow()
                        .last())
                .isEqualTo(Optional.of(1.0));
    }

    @Test
    void aBrokerThatCountsEachSecondIsSampledEachSecond() {
        sample(new Broker(SECOND, s -> 1_000 * s, s -> 700 * s), 60 * SECOND);
        List<ResourceSample> all = with(ResourceMetric.PUBLISHED);
        assertThat(all).hasSizeGreaterThan(60).allSatisfy(s -> {
            assertThat(get(s, ResourceMetric.PUBLISHED)).isCloseTo(1_000, within(1e-6));
            assertThat(s.get(ResourceMetric.COUNTED_EVERY)).isEmpty();
        });
    }
}
