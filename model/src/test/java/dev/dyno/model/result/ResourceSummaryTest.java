package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.ResourceMetric.Kind;
import dev.dyno.model.result.ResourceMetric.Unit;
import dev.dyno.model.result.ResourceSummary.Values;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceSummaryTest {

    private static ResourceSummary summary(Map<ResourceMetric, Optional<Double>> totals) {
        Map<String, Values> metrics = new HashMap<>();
        totals.forEach((metric, total) -> metrics.put(metric.tag(), new Values(1, 0, 0, 0, Optional.empty(), total)));
        return new ResourceSummary("broker", metrics, Map.of());
    }

    @Test
    void costOfAMessageIsTheTotalOverTheMessages() {
        ResourceSummary shared = summary(
                        Map.of(ResourceMetric.CPU, Optional.of(2.0), ResourceMetric.WRITE, Optional.of(4_000.0)))
                .sharedAmong(1_000);
        assertThat(shared.subject()).isEqualTo("broker");
        assertThat(shared.metrics()).containsOnlyKeys(ResourceMetric.CPU.tag(), ResourceMetric.WRITE.tag());
        // 2 s of CPU time are 2,000,000 µs.
        assertThat(shared.perMessage())
                .containsOnly(Map.entry(ResourceSummary.CPU_US, 2_000.0), Map.entry(ResourceSummary.WRITE_BYTES, 4.0));
    }

    @Test
    void oneMessageHasAllOfTheCostAndNoneHasNone() {
        ResourceSummary summary = summary(Map.of(ResourceMetric.CPU, Optional.of(2.0)));
        assertThat(summary.sharedAmong(1).perMessage()).containsOnly(Map.entry(ResourceSummary.CPU_US, 2_000_000.0));
        assertThat(summary.sharedAmong(0).perMessage()).isEmpty();
        assertThat(summary(Map.of(ResourceMetric.CPU, Optional.empty()))
                        .sharedAmong(1)
                        .perMessage())
                .isEmpty();
    }

    @Test
    void aSummaryOfAnotherSubjectHasTheSameNumbers() {
        ResourceSummary summary =
                summary(Map.of(ResourceMetric.CPU, Optional.of(2.0))).sharedAmong(10);
        assertThat(summary.as("broker b2"))
                .isEqualTo(new ResourceSummary("broker b2", summary.metrics(), summary.perMessage()));
        assertThat(summary.get(ResourceMetric.CPU)).isPresent();
        assertThat(summary.get(ResourceMetric.RSS)).isEmpty();
    }

    @Test
    void everyMetricIsFoundByItsTag() {
        for (ResourceMetric metric : ResourceMetric.values()) {
            assertThat(ResourceMetric.find(metric.tag())).contains(metric);
            assertThat(metric.sentence()).isNotBlank();
        }
        assertThat(ResourceMetric.find("no-such-metric")).isEmpty();
    }

    @Test
    void aMetricsUnitFollowsFromItsTag() {
        for (ResourceMetric metric : ResourceMetric.values()) {
            String tag = metric.tag();
            assertThat(metric.unit() == Unit.BYTES_PER_SECOND).as(tag).isEqualTo(tag.endsWith("-bytes-per-second"));
            assertThat(metric.unit() == Unit.PERCENT).as(tag).isEqualTo(tag.endsWith("-percent"));
            assertThat(metric.unit() == Unit.SECONDS).as(tag).isEqualTo(tag.endsWith("-seconds"));
        }
        assertThat(ResourceMetric.CPU.kind()).isEqualTo(Kind.RATE);
        assertThat(ResourceMetric.GC_TIME.kind()).isEqualTo(Kind.AMOUNT);
    }
}
