package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.ResourceSummary.Values;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From readings to samples and from samples to a summary, in numbers. */
class SummariesTest {

    private static final long SECOND = 1_000_000_000;

    private static ResourceSample sample(Phase phase, long lengthNs, Map<String, Double> values) {
        return new ResourceSample(ResourceSample.BROKER, phase, 0, lengthNs, values);
    }

    private static Values of(String metric, ResourceSample... samples) {
        Summaries summaries = new Summaries();
        for (ResourceSample sample : samples) {
            summaries.add(sample);
        }
        return Optional.ofNullable(
                        summaries.summarize(0, SECOND).get(0).metrics().get(metric))
                .orElseThrow();
    }

    private static ResourceSample measured(long lengthNs, String metric, double value) {
        return sample(Phase.MEASURE, lengthNs, Map.of(metric, value));
    }

    @Test
    void countersBecomeRatesOrAmountsAndLevelsStay() {
        ResourceReading earlier = new ResourceReading()
                .level(ResourceMetric.RSS, 1)
                .counter(ResourceMetric.CPU, 10)
                .counter(ResourceMetric.GC_COUNT, 7)
                .counter(ResourceMetric.GC_TIME, 1)
                .counter("requests{a=\"b\"}", 100)
                .counter("restarted", 5);
        ResourceReading later = new ResourceReading()
                .level(ResourceMetric.RSS, 2)
                .counter(ResourceMetric.CPU, 13)
                .counter(ResourceMetric.GC_COUNT, 9)
                .counter(ResourceMetric.GC_TIME, 1.5)
                .counter("requests{a=\"b\"}", 104)
                .counter("restarted", 4)
                .counter("new", 4);
        assertThat(SampleMaker.between(earlier, later, 2 * SECOND))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "rss-bytes", 2.0,
                        "cpu-cores", 1.5,
                        "gc-count", 2.0,
                        "gc-seconds", 0.5,
                        "gc-throughput-percent", 75.0,
                        "requests{a=\"b\"}/s", 2.0));
    }

    @Test
    void whatIsNotANumberIsNotInAReading() {
        ResourceReading reading = new ResourceReading().level("a", Double.NaN).counter("b", Double.POSITIVE_INFINITY);
        assertThat(reading.levels()).isEmpty();
        assertThat(reading.counters()).isEmpty();
    }

    @Test
    void onlyTheMeasuredPhaseCounts() {
        Summaries summaries = new Summaries();
        summaries.add(sample(Phase.WARMUP, SECOND, Map.of("rss-bytes", 9.0)));
        assertThat(summaries.summarize(1, SECOND)).isEmpty();
        summaries.add(sample(Phase.MEASURE, SECOND, Map.of("rss-bytes", 1.0)));
        summaries.add(sample(Phase.DRAIN, SECOND, Map.of("rss-bytes", 9.0)));
        assertThat(summaries.summarize(1, SECOND))
                .containsExactly(new ResourceSummary(
                        "broker",
                        Map.of("rss-bytes", new Values(1, 1, 1, 1, Optional.of(1.0), Optional.empty())),
                        Map.of()));
    }

    @Test
    void theMeanOfARateIsItsTotalOverTheTime() {
        assertThat(of("cpu-cores", measured(SECOND, "cpu-cores", 0.5), measured(3 * SECOND, "cpu-cores", 1.5)))
                .isEqualTo(new Values(2, 0.5, 1.25, 1.5, Optional.of(1.5), Optional.of(5.0)));
    }

    @Test
    void theTotalOfAnAmountIsItsSum() {
        assertThat(of("gc-count", measured(SECOND, "gc-count", 2), measured(SECOND, "gc-count", 5)))
                .isEqualTo(new Values(2, 2, 3.5, 5, Optional.of(5.0), Optional.of(7.0)));
    }

    @Test
    void aShareAddsUpToNothing() {
        assertThat(of("disk-busy-percent", measured(SECOND, "disk-busy-percent", 50))
                        .total())
                .isEmpty();
    }

    @Test
    void aShortIntervalIsNoExtremeUnlessThereIsNoLongerOne() {
        ResourceSample tick = measured(SECOND / 100, "cpu-cores", 50);
        assertThat(of("cpu-cores", measured(SECOND, "cpu-cores", 1), tick).max())
                .isEqualTo(1);
        assertThat(of("cpu-cores", tick).max()).isEqualTo(50);
    }

    @Test
    void aCounterOfAPageAddsUpAndALevelDoesNot() {
        assertThat(of("requests/s", measured(2 * SECOND, "requests/s", 3)).total())
                .contains(6.0);
        assertThat(of("depth", measured(2 * SECOND, "depth", 3)).total()).isEmpty();
    }

    @Test
    void aMessageCostsItsShareOfCpuAndBytes() {
        Summaries summaries = new Summaries();
        summaries.add(sample(Phase.MEASURE, 2 * SECOND, Map.of("cpu-cores", 0.5, "write-bytes-per-second", 4_000.0)));
        assertThat(summaries.summarize(1_000, 2 * SECOND).get(0).perMessage())
                .isEqualTo(Map.of("cpu-us", 1_000.0, "write-bytes", 8.0));
        assertThat(summaries.summarize(0, 2 * SECOND).get(0).perMessage()).isEmpty();
    }

    /** 2 of 4 s were sampled, so half of the 1,000 messages stand against 0.5 cores * 2 s and 8,000 bytes. */
    @Test
    void whatWasNotSampledMakesNoMessageCheaper() {
        Summaries summaries = new Summaries();
        summaries.add(sample(Phase.MEASURE, 2 * SECOND, Map.of("cpu-cores", 0.5, "write-bytes-per-second", 4_000.0)));
        assertThat(summaries.summarize(1_000, 4 * SECOND).get(0).perMessage())
                .isEqualTo(Map.of("cpu-us", 2_000.0, "write-bytes", 16.0));
    }

    @Test
    void everyMetricIsFoundByItsTag() {
        for (ResourceMetric metric : ResourceMetric.values()) {
            assertThat(ResourceMetric.find(metric.tag())).contains(metric);
        }
        assertThat(ResourceMetric.find("requests")).isEmpty();
    }

    @Test
    void aMeanIsNotMoreThanTheMost() {
        String percent = ResourceMetric.GC_THROUGHPUT.tag();
        assertThat(of(percent, measured(999_000_000, percent, 100), measured(990_000_000, percent, 100))
                        .mean())
                .isEqualTo(100);
    }

    /** A collection that ends in the second of two seconds may have begun in the first. */
    @Test
    void timeInCollectionsAndItsShareAgree() {
        ResourceSample[] samples = {
            sample(Phase.MEASURE, SECOND, Map.of("gc-seconds", 0.0, "gc-throughput-percent", 100.0)),
            sample(Phase.MEASURE, SECOND, Map.of("gc-seconds", 1.5, "gc-throughput-percent", 0.0))
        };
        assertThat(of("gc-seconds", samples).total()).contains(1.5);
        assertThat(of("gc-throughput-percent", samples).mean()).isEqualTo(25);
    }
}
