package dev.dyno.model.result;

import static dev.dyno.model.result.Samples.histogram;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatMapTest {

    /** 1 us x 10^(1/16) = 1154.78 ns is rounded to 1155. */
    @ParameterizedTest
    @CsvSource({
        "0, 0", "999, 0", "1000, 0", "1154, 0",
        "1155, 1", "9999, 15", "10000, 16", "1000000, 48",
        "99999999999, 127", "100000000000, 127", "9000000000000, 127"
    })
    void everyLatencyHasItsBucket(long ns, int bucket) {
        assertThat(HeatMap.bucketOf(ns)).isEqualTo(bucket);
    }

    @Test
    void columnCountsEveryValue() {
        assertThat(HeatMap.column(RecordedCounts.of(histogram(500, 1000, 1100, 1200, 2000))))
                .containsExactly(0, 3, 1, 1, 4, 1);
        assertThat(HeatMap.column(RecordedCounts.of(histogram()))).isEmpty();
    }

    @Test
    void columnsAreAsManyAsCanBeSeenAndLoseNothing() {
        List<int[]> intervals = new ArrayList<>(Collections.nCopies(HeatMap.MAX_COLUMNS, new int[] {3, 2}));
        assertThat(HeatMap.of(intervals).intervalsPerColumn()).isEqualTo(1);

        intervals.add(new int[] {5, 7});
        HeatMap map = HeatMap.of(intervals);
        assertThat(map.intervalsPerColumn()).isEqualTo(2);
        assertThat(map.columns()).hasSize(721);
        assertThat(map.columns().get(0)).containsExactly(3, 4);
        assertThat(map.columns().get(720)).containsExactly(5, 7);
    }

    @Test
    void mapOfNothingHasNoColumn() {
        assertThat(HeatMap.of(List.of()).columns()).isEmpty();
    }
}
