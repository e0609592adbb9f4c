package dev.dyno.model.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.model.threshold.Threshold.MessagesBeyond;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p99(end-to-end) < 20ms         | p99(end-to-end) < 20ms         | 2e7
            p99(end-to-end)<0.02s          | p99(end-to-end) < 20ms         | 2e7
            end-to-end-p99 <= 20ms         | p99(end-to-end) <= 20ms        | 2e7
            p99.95(send ack) > 250us       | p99.95(send-ack) > 250us       | 2.5e5
            p95 < 1s                       | p95 < 1s                       | 1e9
            p99 < 20ms                     | p99 < 20ms                     | 2e7
            max( response ) < 2s           | max(response) < 2s             | 2e9
            mean(transfer) < 1500us        | mean(transfer) < 1500us        | 1.5e6
            response-unfinished < 5%       | response-unfinished < 5%       | 5
            rate > 20000/s                 | rate > 20000/s                 | 20000
            rate >= 20k/s                  | rate >= 20000/s                | 20000
            rate > 90/min                  | rate > 1.5/s                   | 1.5
            backlog-growth <= 0            | backlog-growth <= 0/s          | 0
            lost = 0                       | lost = 0                       | 0
            duplicate <= 3                 | duplicate <= 3                 | 3
            duplicate != 0                 | duplicate != 0                 | 0
            broker-cpu-per-message < 50us  | broker-cpu-per-message < 50us  | 5e4
            broker-cpu < 1.5               | broker-cpu < 1.5               | 1.5
            broker-rss-max < 1.5GiB        | broker-rss-max < 1536MiB       | 1610612736
            broker-write < 10MiB/s         | broker-write < 10MiB/s         | 10485760
            broker-gc-throughput > 99.5%   | broker-gc-throughput > 99.5%   | 99.5
            web/p99(response) < 20ms       | web/p99(response) < 20ms       | 2e7
            web/end-to-end-p99.9 < 20ms    | web/p99.9(end-to-end) < 20ms   | 2e7
            a.b-1/lost = 0                 | a.b-1/lost = 0                 | 0
            web/sent-rate >= 20k/s         | web/sent-rate >= 20000/s       | 20000
            """)
    void textParsesBack(String given, String text, double limit) {
        Threshold threshold = Threshold.parse(given);
        assertThat(threshold).hasToString(text);
        assertThat(threshold.limit()).isCloseTo(limit, within(1e-9));
        assertThat(Threshold.parse(text)).isEqualTo(threshold).hasSameHashCodeAs(threshold);
    }

    @Test
    void saysItsFigureAndLatency() {
        Threshold response = Threshold.parse("p99(response) < 20ms");
        assertThat(response.figure().name()).isEqualTo("response-p99");
        assertThat(response.figure().latency()).contains(Latency.RESPONSE);
        assertThat(response.figure().percentile()).isEqualTo(OptionalDouble.of(99));
        assertThat(response.comparison()).isEqualTo(Comparison.LESS);
        assertThat(Threshold.parse("p99 < 20ms").figure()).isSameAs(Figures.P99);
        assertThat(Threshold.parse("p99 < 20ms").figure().latency()).isEmpty();
        assertThat(Threshold.parse("max < 20ms").figure().percentile()).isEqualTo(OptionalDouble.of(100));
        assertThat(Threshold.parse("mean(response) < 20ms").figure().percentile())
                .isEmpty();
    }

    @Test
    void percentileIsAShareOfMessages() {
        assertThat(Threshold.parse("p99.9(end-to-end) < 20ms").messagesBeyond())
                .contains(new MessagesBeyond(Optional.of(Latency.END_TO_END), 20_000_000, true, 0.001));
        assertThat(Threshold.parse("p90 <= 1us").messagesBeyond())
                .contains(new MessagesBeyond(Optional.empty(), 1_000, false, 0.1));
        assertThat(Threshold.parse("max(response) < 1s").messagesBeyond())
                .contains(new MessagesBeyond(Optional.of(Latency.RESPONSE), 1_000_000_000, true, 0));
        assertThat(Threshold.parse("p99 > 1us").messagesBeyond()).isEmpty();
        assertThat(Threshold.parse("mean(response) < 1s").messagesBeyond()).isEmpty();
        assertThat(Threshold.parse("rate < 5/s").messagesBeyond()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                           | is empty; must be FIGURE < LIMIT, with <, <=, >, >=, = or !=, like 'p99(end-to-end) < 20ms'.
            p99(end-to-end)              | p99(end-to-end); must be FIGURE < LIMIT, with <, <=, >, >=, = or !=, like 'p99(end-to-end) < 20ms'.
            10ms < p99 < 20ms            | "10ms < p99 < 20ms"; must be FIGURE < LIMIT, with <, <=, >, >=, = or !=, like 'p99(end-to-end) < 20ms'.
            p99(end-to-ned) < 20ms       | "p99(end-to-ned) < 20ms"; the latency must be one of send-delay, send-ack, response, transfer, end-to-end, round-trip, connect, commit, receive-commit, own-delay, blocked-time, by-timestamp. Did you mean end-to-end?
            median(response) < 20ms      | "median(response) < 20ms"; median must be a percentile like p50, p99 or p99.9, or max, or mean, or a share like share-6ms-14ms.
            p100(response) < 20ms        | "p100(response) < 20ms"; p100 must be a percentile between p0 and p100, like p99. The longest latency is max.
            p0 < 20ms                    | "p0 < 20ms"; p0 must be a percentile between p0 and p100, like p99. The longest latency is max.
            duplicates = 0               | "duplicates = 0"; duplicates is no figure of a run. Must be a percentile, max or mean of a latency, like p99(end-to-end), or one of rate, lost, backlog-growth, broker-cpu and the others in docs/reference/figures.md. Did you mean duplicate?
            p99 < 20                     | "p99 < 20"; the limit of p99 must be a duration with its unit, like 20ms.
            p99 < 20%                    | "p99 < 20%"; the limit of p99 must be a duration with its unit, like 20ms.
            p99 < 1e3ms                  | "p99 < 1e3ms"; the limit of p99 must be a duration with its unit, like 20ms.
            rate > 20ms                  | "rate > 20ms"; the limit of rate must be a rate, like 20000/s.
            lost = 0.5                   | "lost = 0.5"; the limit of lost must be a whole number.
            broker-cpu < 1ms             | "broker-cpu < 1ms"; the limit of broker-cpu must be a number.
            broker-rss-max < 2 GiB       | "broker-rss-max < 2 GiB"; must be FIGURE < LIMIT, with <, <=, >, >=, = or !=, like 'p99(end-to-end) < 20ms'.
            broker-rss-max < 2s          | "broker-rss-max < 2s"; the limit of broker-rss-max must be a size, like 2GiB.
            broker-write < 2MiB          | "broker-write < 2MiB"; the limit of broker-write must be a size per second, like 10MiB/s.
            response-unfinished < 5      | "response-unfinished < 5"; the limit of response-unfinished must be a percentage with its sign, like 5%.
            broker-cpu-per-message < 50  | "broker-cpu-per-message < 50"; the limit of broker-cpu-per-message must be the time of a message with its unit, like 50us.
            p99 = 20ms                   | "p99 = 20ms"; p99 is no whole number, so it must be compared with <, <=, > or >=.
            """)
    void errorIsOneSentence(String text, String sentence) {
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    private static Optional<String> contradiction(String... conditions) {
        return Threshold.contradiction(
                Stream.of(conditions).map(Threshold::parse).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p99 < 10ms           | p99 > 20ms          | p99 > 20ms and p99 < 10ms; cannot both hold. Leave one of them out.
            p99 < 10ms           | p99 >= 10ms         | p99 >= 10ms and p99 < 10ms; cannot both hold. Leave one of them out.
            p99(response) < 10ms | p50(response) > 1s  | p50(response) > 1s and p99(response) < 10ms; cannot both hold. Leave one of them out.
            max < 10ms           | p50 > 10ms          | p50 > 10ms and max < 10ms; cannot both hold. Leave one of them out.
            lost = 0             | lost > 0            | lost > 0 and lost = 0; cannot both hold. Leave one of them out.
            web/lost = 0         | web/lost > 0        | web/lost > 0 and web/lost = 0; cannot both hold. Leave one of them out.
            lost = 0             | lost = 1            | lost = 1 and lost = 0; cannot both hold. Leave one of them out.
            lost = 0             | lost != 0           | lost = 0 and lost != 0; cannot both hold. Leave one of them out.
            lost < 0             | rate > 1/s          | lost < 0; lost is never below 0. Must be above.
            """)
    void contradictionsAreRefused(String one, String other, String sentence) {
        assertThat(contradiction(one, other)).contains(sentence);
        assertThat(contradiction(other, one)).contains(sentence);
    }

    @Test
    void whatCanHoldTogetherIsAllowed() {
        String conditions =
                "p99 < 20ms; web/p50 > 30ms; batch/p99 < 20ms; web/lost = 1; lost = 0; p99 > 10ms; p50 < 5ms;"
                        + " p50(response) > 1s; rate >= 5/s; rate <= 5/s; lost = 0; lost >= 0; backlog-growth < 0";
        assertThat(contradiction(conditions.split("; ", -1))).isEmpty();
    }

    @Test
    void theOppositeHoldsWhereItDoesNot() {
        assertThat(Threshold.parse("p99 > 50ms").negated()).hasToString("p99 <= 50ms");
        assertThat(Threshold.parse("lost = 0").negated()).hasToString("lost != 0");
        Threshold one = Threshold.parse("lost > 0");
        assertThat(one.negated().negated()).isEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource({
        "lost > 0, lost",
        "broker-cpu > 2, broker-cpu",
        "throughput < 5/s, throughput",
        "reordered > 1, reordered"
    })
    void whatIsKnownOnlyAtTheEndIsNotOfSeconds(String text, String figure) {
        assertThatThrownBy(() -> Threshold.parseOfSeconds(text))
                .hasMessage(
                        '"' + text + "\"; " + figure
                                + " is known only at the end of the run. Must be of a latency, a rate, or a count like failed.");
    }

    @Test
    void conditionsOfWhichOneAlwaysHoldsAreFound() {
        assertThat(Threshold.alwaysOne(List.of(Threshold.parse("p99 > 50ms"), Threshold.parse("p50 > 20ms"))))
                .isEmpty();
        assertThat(Threshold.alwaysOne(List.of(Threshold.parse("p99 > 20ms"), Threshold.parse("p99 < 30ms"))))
                .contains(
                        "p99 > 20ms, p99 < 30ms; one of them holds in every run. Leave one out, or change its limit.");
        assertThat(Threshold.alwaysOne(List.of(Threshold.parse("lost >= 0")))).isPresent();
    }

    @Test
    void everyFigureOfARunCanBeAskedFor() {
        for (Figure figure : Figures.ofRuns()) {
            String limit =
                    switch (figure.unit()) {
                        case NANOSECONDS, NANOSECONDS_PER_MESSAGE -> "1ms";
                        case PERCENT -> "1%";
                        case BYTES_PER_SECOND -> "1KiB/s";
                        default -> "1";
                    };
            assertThat(Threshold.parse(figure.name() + " < " + limit).figure()).isSameAs(figure);
        }
    }
}
