package dev.dyno.model.result;

import static dev.dyno.model.result.Samples.histogram;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void thePercentilesAreThoseOfAllThatHasBeenAdded() {
        latencies.add(Latency.SEND_ACK, histogram(10, 20, 30));
        assertThat(latencies.percentiles(Latency.SEND_ACK))
                .contains(Samples.percentiles(3, 20, 20, 30, 30, 30, 30, 30));

        latencies.add(Latency.SEND_ACK, histogram(1_000));
        latencies.add(Latency.RESPONSE, histogram(5));
        assertThat(latencies.percentiles(Latency.SEND_ACK))
                .contains(Samples.percentiles(4, 265, 20, 1_000, 1_000, 1_000, 1_000, 1_000));
        assertThat(latencies.isEmpty()).isFalse();
        assertThat(latencies.percentiles().keySet())
                .containsExactlyElementsOf(latencies.asMap().keySet());
    }

    @Test
    void twoThatHaveHadTheSameValuesHaveOneHistogram() {
        latencies.addToBoth(Latency.SEND_ACK, Latency.RESPONSE, RecordedCounts.of(histogram(10, 20)));
        Latencies sum = new Latencies();
        sum.add(latencies);
        sum.add(latencies);

        assertThat(sum.get(Latency.SEND_ACK)).contains(histogram(10, 20, 10, 20));
        assertThat(sum.get(Latency.RESPONSE).orElseThrow())
                .isSameAs(sum.get(Latency.SEND_ACK).orElseThrow());
        assertThat(sum.percentiles(Latency.RESPONSE)).contains(Samples.percentiles(4, 15, 10, 20, 20, 20, 20, 20));
        assertThat(latencies.get(Latency.SEND_ACK)).contains(histogram(10, 20));
    }

    @Test
    void theyHaveTwoOnceOneOfThemHasHadAnother() {
        latencies.addToBoth(Latency.SEND_ACK, Latency.RESPONSE, RecordedCounts.of(histogram(10)));
        latencies.add(Latency.RESPONSE, histogram(30));
        assertThat(latencies.get(Latency.SEND_ACK)).contains(histogram(10));
        assertThat(latencies.get(Latency.RESPONSE)).contains(histogram(10, 30));

        latencies.addToBoth(Latency.SEND_ACK, Latency.RESPONSE, RecordedCounts.of(histogram(40)));
        Latencies sum = new Latencies();
        sum.addToBoth(Latency.SEND_ACK, Latency.RESPONSE, RecordedCounts.of(histogram(1)));
        sum.add(latencies);
        assertThat(sum.get(Latency.SEND_ACK)).contains(histogram(1, 10, 40));
        assertThat(sum.get(Latency.RESPONSE)).contains(histogram(1, 10, 30, 40));
        assertThat(sum.percentiles(Latency.SEND_ACK)).contains(Samples.percentiles(3, 17, 10, 40, 40, 40, 40, 40));
        assertThat(sum.percentiles(Latency.RESPONSE).orElseThrow().count()).isEqualTo(4);
    }

    @Test
    void nothingIsAddedToTwoByAnEmptyOne() {
        latencies.addToBoth(Latency.SEND_ACK, Latency.RESPONSE, RecordedCounts.of(histogram()));
        assertThat(latencies.isEmpty()).isTrue();
    }

    @Test
    void whatWasNotMeasuredHasNone() {
        latencies.add(Latency.SEND_ACK, histogram());
        assertThat(latencies.percentiles(Latency.SEND_ACK)).isEmpty();
        assertThat(latencies.percentiles()).isEmpty();
    }

    @Test
    void everyLatencyHasATagOfItsOwnWithoutASpace() {
        assertThat(Latency.values())
                .extracting(Latency::tag)
                .doesNotHaveDuplicates()
                .allMatch(tag -> tag.matches("[a-z-]+"));
    }
}
