package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.threshold.Threshold;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load of 100 s with a drain of 2 s, of which the time of a lost message is known within 0.51 s. */
class StepLedgerTest {

    private static final long SECOND = 1_000_000_000;
    private static final Threshold NONE_LOST = Threshold.parse("lost = 0");

    private static CapacityStep step(Purpose purpose, double perSecond, int fromS, int toS, Decision decision) {
        long from = fromS * SECOND;
        return new CapacityStep(
                purpose,
                perSecond,
                from,
                from,
                toS * SECOND,
                decision,
                "",
                perSecond,
                0,
                OptionalDouble.empty(),
                List.of());
    }

    private static final Capacity ANSWER = new Capacity(
            List.of("lost = 0"),
            OptionalDouble.of(2_000),
            OptionalDouble.of(3_000),
            OptionalDouble.of(2_500),
            0.95,
            0.03,
            List.of(
                    step(Purpose.GROW, 4_000, 0, 10, Decision.MISSED),
                    step(Purpose.DRAIN, 100, 10, 20, Decision.MET),
                    step(Purpose.HOLD, 1_000, 20, 40, Decision.MET),
                    step(Purpose.HOLD, 2_000, 40, 60, Decision.MET),
                    step(Purpose.HOLD, 3_000, 60, 80, Decision.MISSED),
                    step(Purpose.CONFIRM, 2_000, 80, 100, Decision.MET)),
            List.of());

    private static RunResult run(long lost, long duplicate, double... sentS) {
        RunResult.Parts parts = new RunResult.Parts();
        parts.measuredNs = 100 * SECOND;
        parts.drainNs = 2 * SECOND;
        for (double at : sentS) {
            parts.latencies.addUnfinished(Latency.TRANSFER, Math.round((102 - at) * SECOND), 1);
        }
        parts.ledger = new LedgerCounts(1_000, 1_000 - lost, lost, 0, duplicate, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        return parts.result();
    }

    private static Capacity judged(double... sentS) {
        return StepLedger.of(NONE_LOST, run(sentS.length, 0, sentS), List.of())
                .orElseThrow()
                .judged(ANSWER);
    }

    /** Seconds in which lost messages were sent, that of 10.3 s perhaps in the drain; 0 stands for an end that is not known. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 10.3     | 2000 | 3000 | 2500 | holds at the rates that were held: lost was 2 in the whole load, and 0
            5 50 51 70 | 1000 | 2000 | 0    | is missed from 2,000/s on: lost was 4 in the whole load, and 3
            70         | 2000 | 3000 | 2500 | is missed from 3,000/s on: lost was 1 in the whole load, and 1
            30         | 0    | 1000 | 0    | is missed from 1,000/s on: lost was 1 in the whole load, and 1
            """)
    void aRateThatLostAMessageBoundsTheIntervalFromAbove(
            String sentS, double low, double high, double estimate, String note) {
        Capacity answer = judged(
                Stream.of(sentS.split(" ", -1)).mapToDouble(Double::parseDouble).toArray());
        assertThat(answer.low().orElse(0)).isEqualTo(low);
        assertThat(answer.high().orElse(0)).isEqualTo(high);
        assertThat(answer.estimate().orElse(0)).isEqualTo(estimate);
        assertThat(answer.notes().get(0).sentence()).isEqualTo("lost = 0 " + note + " of these while a rate was held.");
    }

    @Test
    void theStepOfARateThatLostMessagesIsMissed() {
        assertThat(judged(5, 10.3).steps()).isEqualTo(ANSWER.steps());
        CapacityStep missed = judged(5, 50, 51, 70).steps().get(3);
        assertThat(missed.decision()).isEqualTo(Decision.MISSED);
        assertThat(missed.why()).isEqualTo("lost = 0: 2");
    }

    /** One of two losses has no time, as where a worker was lost. */
    @Test
    void whatHasNoTimeIsNotJudgedByRate() {
        assertThat(StepLedger.of(NONE_LOST, run(2, 0, 50), List.of())).isEmpty();
    }

    @Test
    void duplicatesCountWhereTheyCameAgain() {
        List<StepLedger.Messages> repeated = List.of(new StepLedger.Messages(50 * SECOND, 51 * SECOND, 4));
        Threshold some = Threshold.parse("duplicate <= 3");
        Capacity answer = StepLedger.of(some, run(0, 4), repeated).orElseThrow().judged(ANSWER);
        assertThat(answer.low()).hasValue(1_000);
        assertThat(answer.high()).hasValue(2_000);
        assertThat(StepLedger.of(some, run(0, 5), repeated)).isEmpty();
    }
}
