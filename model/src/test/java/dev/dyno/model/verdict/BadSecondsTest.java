package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import dev.dyno.model.result.ResourceSample;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadSecondsTest {

    /** Three of six seconds have 30 ms, and a pause: they explain an objective of the run, and say nothing of one group's. */
    @ParameterizedTest
    @CsvSource({"p99(end-to-end) < 20ms, true", "web/p99(end-to-end) < 20ms, false", "rate > 100/s, false"})
    void onlyAnObjectiveOfTheWholeRunIsExplained(String objective, boolean isExplained) {
        Seconds run = new Seconds();
        for (int i = 0; i < 6; i++) {
            boolean isBad = i % 2 == 0;
            run.second(Map.of(1_000_000L, 970L, isBad ? 30_000_000L : 2_000_000L, 30L));
            run.sample(ResourceSample.BROKER, i, Map.of("gc-seconds", isBad ? 0.015 : 0));
        }
        OptionalDouble none = OptionalDouble.empty();
        Decision open = Decision.UNDECIDED;
        CapacityStep held =
                new CapacityStep(Purpose.HOLD, 960, 0, 0, 6_000_000_000L, open, "", 960, 0, none, List.of());
        assertThat(BadSeconds.of(run.facts(), List.of(objective), List.of(held)).isPresent())
                .isEqualTo(isExplained);
    }
}
