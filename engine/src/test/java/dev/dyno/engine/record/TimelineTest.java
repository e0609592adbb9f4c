package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Interval.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 12_345;

    private static Timeline timeline(double warmupSeconds, double durationSeconds) {
        Timeline timeline = new Timeline((long) (warmupSeconds * SECOND), (long) (durationSeconds * SECOND));
        timeline.begin(START);
        return timeline;
    }

    /** Boundaries in seconds after the start, as {@link Timeline#boundaryAfter} goes from one to the next. */
    private static List<Double> boundaries(Timeline timeline, int count) {
        List<Double> boundaries = new ArrayList<>();
        long at = START;
        for (int i = 0; i < count; i++) {
            long next = timeline.boundaryAfter(at);
            assertThat(timeline.boundaryAtOrBefore(at)).isEqualTo(at);
            assertThat(timeline.boundaryAtOrBefore(next - 1)).isEqualTo(at);
            assertThat(timeline.boundaryAfter(next - 1)).isEqualTo(next);
            boundaries.add((next - START) / 1e9);
            at = next;
        }
        return boundaries;
    }

    @Test
    void intervalsAreWholeSecondsFromTheStartOfTheMeasuredPhaseBothWays() {
        assertThat(boundaries(timeline(0, 0), 3)).containsExactly(1.0, 2.0, 3.0);
        assertThat(boundaries(timeline(2, 0), 3)).containsExactly(1.0, 2.0, 3.0);
        assertThat(boundaries(timeline(2.25, 0), 4)).containsExactly(0.25, 1.25, 2.25, 3.25);
        assertThat(boundaries(timeline(0.4, 0), 3)).containsExactly(0.4, 1.4, 2.4);
    }

    @Test
    void theyAreCutWhereTheLoadEndsAndContinueFromThere() {
        assertThat(boundaries(timeline(1, 3), 5)).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(boundaries(timeline(0.5, 2.25), 5)).containsExactly(0.5, 1.5, 2.25, 3.25, 4.25);
        assertThat(boundaries(timeline(0, 0.75), 3)).containsExactly(0.75, 1.75, 2.75);
    }

    @Test
    void anEarlyEndMovesTheCut() {
        Timeline timeline = timeline(0, 10);
        timeline.endLoad(START + 3 * SECOND / 2);
        assertThat(boundaries(timeline, 4)).containsExactly(1.0, 1.5, 2.5, 3.5);
        Timeline duringWarmup = timeline(2.25, 10);
        duringWarmup.endLoad(START + SECOND);
        assertThat(boundaries(duringWarmup, 3)).containsExactly(0.25, 1.0, 2.0);
    }

    @Test
    void phasesChangeExactlyAtTheirBounds() {
        Timeline timeline = timeline(2.25, 5);
        long measure = START + 9 * SECOND / 4;
        assertThat(timeline.measureNs()).isEqualTo(measure);
        assertThat(timeline.plannedEndNs()).isEqualTo(START + 5 * SECOND);
        assertThat(timeline.phaseAt(START)).isEqualTo(Phase.WARMUP);
        assertThat(timeline.phaseAt(measure - 1)).isEqualTo(Phase.WARMUP);
        assertThat(timeline.phaseAt(measure)).isEqualTo(Phase.MEASURE);
        assertThat(timeline.phaseAt(START + 5 * SECOND - 1)).isEqualTo(Phase.MEASURE);
        assertThat(timeline.phaseAt(START + 5 * SECOND)).isEqualTo(Phase.DRAIN);
    }

    @Test
    void withoutADurationNobodyKnowsTheEnd() {
        Timeline timeline = timeline(0, 0);
        assertThat(timeline.endNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(timeline.plannedEndNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(timeline.phaseAt(START + 1_000_000 * SECOND)).isEqualTo(Phase.MEASURE);
        assertThat(timeline.boundaryAfter(START + 1_000_000 * SECOND)).isEqualTo(START + 1_000_001 * SECOND);
    }
}
