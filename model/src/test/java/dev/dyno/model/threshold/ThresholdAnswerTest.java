package dev.dyno.model.threshold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.threshold.ThresholdAnswer.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdAnswerTest {

    private static final long MS = 1_000_000;

    private final RunResult.Parts parts = new RunResult.Parts();

    private void took(long count, long ms) {
        parts.latencies.add(Latency.RESPONSE, Samples.times(count, ms * MS));
    }

    private void marked(FigureMark mark, String... figures) {
        Map<String, FigureMark> marks = new LinkedHashMap<>();
        List.of(figures).forEach(figure -> marks.put(figure, mark));
        parts.verdict = Verdict.of(List.of()).with(marks, Optional.empty());
    }

    private ThresholdAnswer answer(String condition) {
        return ThresholdAnswer.of(Threshold.parse(condition), Numbers.of(parts.result()));
    }

    private void assertOutcome(String condition, Outcome outcome) {
        assertThat(answer(condition).outcome()).as(condition).isEqualTo(outcome);
    }

    @Test
    void figureWithoutAMarkIsComparedAsItIs() {
        took(9_900, 1);
        took(100, 30);
        assertOutcome("p99(response) < 2ms", Outcome.MET);
        assertOutcome("p99.5(response) < 2ms", Outcome.MISSED);
        assertOutcome("p99.5 < 31ms", Outcome.MET);
        assertOutcome("p99 > 2ms", Outcome.MISSED);
        assertOutcome("max(response) <= 30ms", Outcome.MISSED);
        assertOutcome("max(response) < 31ms", Outcome.MET);
        assertOutcome("mean(response) < 2ms", Outcome.MET);
        assertOutcome("mean(response) < 1ms", Outcome.MISSED);
    }

    @Test
    void figureOfAGroupIsThatOfTheGroupWithItsMark() {
        took(9_900, 1);
        marked(new FigureMark(Kind.OWN, 0.5), "response-p50");
        Latencies own = Samples.latencies(Latency.RESPONSE, 9_900, 40 * MS);
        own.addUnfinished(Latency.RESPONSE, 30 * MS, 100);
        Counts counts = new Counts(0, 0, 0, 80, 0, 0, 0, 0, 0, 0);
        parts.measuredNs = 1_000 * MS;
        parts.groups = Map.of(
                "web",
                new GroupResult(
                        counts,
                        counts,
                        own,
                        DueMessages.NONE,
                        new LedgerCounts(83, 80, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true),
                        Map.of("response-p90", new FigureMark(Kind.OWN, 0.4))));
        parts.conditions = Optional.of(VerdictInputs.UNKNOWN);
        assertOutcome("web/p50(response) < 20ms", Outcome.MISSED);
        assertOutcome("web/p50(response) < 41ms", Outcome.MET);
        assertOutcome("web/p90(response) < 20ms", Outcome.UNDECIDED);
        assertOutcome("web/p99.9(response) < 41ms", Outcome.MISSED);
        assertOutcome("web/rate >= 80/s", Outcome.MET);
        assertOutcome("web/lost = 3", Outcome.MET);
        assertOutcome("batch/p50(response) < 20ms", Outcome.UNMEASURED);
        assertThat(answer("web/p90(response) < 20ms").why()).isEqualTo("40 % of it is Dyno's own delay");
    }

    @Test
    void countsAndRatesAreThoseOfTheRun() {
        parts.measured = new Counts(100, 0, 100, 80, 0, 0, 0, 0, 0, 0);
        parts.totals = parts.measured;
        parts.measuredNs = 1_000 * MS;
        parts.ledger = new LedgerCounts(100, 100, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        assertOutcome("rate >= 80/s", Outcome.MET);
        assertOutcome("rate > 80/s", Outcome.MISSED);
        assertOutcome("backlog-growth <= 20/s", Outcome.MET);
        assertOutcome("lost = 0", Outcome.MET);
        assertOutcome("duplicate = 3", Outcome.MET);
        assertOutcome("duplicate != 3", Outcome.MISSED);
    }

    @Test
    void whatWasNotMeasuredIsNotDecided() {
        took(10_000, 1);
        assertOutcome("p99(end-to-end) < 20ms", Outcome.UNMEASURED);
        assertOutcome("broker-cpu < 1", Outcome.UNMEASURED);
        assertOutcome("rate > 1/s", Outcome.UNMEASURED);
    }

    /** 200 of 10,200 were open after 7 ms: the p99 is at least that. */
    @Test
    void ofABoundTheEndAgainstItCounts() {
        took(10_000, 1);
        parts.latencies.addUnfinished(Latency.RESPONSE, 7 * MS, 200);
        assertThat(answer("p99(response) < 20ms").value())
                .map(Figure.Value::isOpen)
                .contains(true);
        assertOutcome("p99(response) < 20ms", Outcome.MISSED);
        assertOutcome("p99(response) < 5ms", Outcome.MISSED);
        assertOutcome("p99(response) > 20ms", Outcome.MISSED);
        assertOutcome("p99(response) > 6ms", Outcome.MET);
        assertOutcome("p50(response) < 20ms", Outcome.MET);
    }

    /** A fifth of 10 ms is Dyno's own delay, which makes later messages late, too: the broker's part is 6 to 10 ms. */
    @ParameterizedTest
    @CsvSource({"11, MET", "9, UNDECIDED", "7, UNDECIDED", "5, MISSED"})
    void ownDelayOnlyLengthens(long limitMs, Outcome outcome) {
        took(20_000, 10);
        marked(new FigureMark(Kind.OWN, 0.2), "response-p99", "response-p90");
        assertOutcome("p99(response) < " + limitMs + "ms", outcome);
        assertOutcome("p95(response) < " + limitMs + "ms", outcome);
        assertOutcome("mean(response) < " + limitMs + "ms", outcome);
        assertOutcome("p50(response) < " + limitMs + "ms", limitMs > 10 ? Outcome.MET : Outcome.MISSED);
        assertThat(answer("p99 < 9ms").why()).isEqualTo("20 % of it is Dyno's own delay");
        assertThat(answer("p99 < 11ms").why()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"13, MET", "11, UNDECIDED", "9, UNDECIDED", "7, MISSED"})
    void clocksMayShortenAndLengthen(long limitMs, Outcome outcome) {
        took(20_000, 10);
        marked(new FigureMark(Kind.CLOCK, 0.2), "response-p99");
        assertOutcome("p99(response) < " + limitMs + "ms", outcome);
    }

    /** Five of 5,000 messages are beyond the p99.9: it is between the p99 and the longest one. */
    @ParameterizedTest
    @CsvSource({"91, MET", "89, UNDECIDED", "11, UNDECIDED", "9, MISSED"})
    void fewMessagesBeyondLeaveARange(long limitMs, Outcome outcome) {
        took(4_900, 1);
        took(97, 10);
        took(3, 90);
        assertOutcome("p99.9(response) < " + limitMs + "ms", outcome);
    }

    /** Not even the longest of 500 messages is likely to be beyond the p99.9. */
    @Test
    void tooFewMessagesBeyondLeaveNoUpperEnd() {
        took(500, 1);
        assertOutcome("p99.9(response) < 10s", Outcome.UNDECIDED);
        assertOutcome("p99.9(response) < 1ms", Outcome.MISSED);
        assertOutcome("max(response) < 10s", Outcome.MET);
        assertThat(answer("p99.9(response) < 10s").why()).isEqualTo("0 messages lie beyond it, fewer than 10");
    }

    /** Three messages beyond are just enough; half of the 22 ms is Dyno's own delay. */
    @Test
    void ofTwoMarksBothCount() {
        took(2_910, 1);
        took(90, 22);
        marked(new FigureMark(Kind.OWN, 0.5), "response-p99.9");
        assertOutcome("p99.9(response) < 23ms", Outcome.MET);
        assertOutcome("p99.9(response) < 21ms", Outcome.UNDECIDED);
        assertThat(answer("p99.9(response) < 21ms").why())
                .isEqualTo("50 % of it is Dyno's own delay, and 3 messages lie beyond it, fewer than 10");
    }

    @Test
    void secondsAnswerToo() {
        took(20_000, 10);
        Counts counts = new Counts(100, 0, 100, 80, 0, 0, 0, 0, 0, 0);
        Interval interval = Samples.second(0, Interval.Phase.MEASURE, counts, parts.latencies);
        for (String condition : List.of("rate >= 80/s", "p99 < 11ms", "p99.95(response) > 9ms", "sent = 100")) {
            assertThat(ThresholdAnswer.of(Threshold.parseOfSeconds(condition), Numbers.of(interval))
                            .outcome())
                    .as(condition)
                    .isEqualTo(Outcome.MET);
        }
    }
}
