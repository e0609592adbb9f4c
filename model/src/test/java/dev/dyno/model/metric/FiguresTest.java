package dev.dyno.model.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    private static final long SECOND = 1_000_000_000;

    /** A second in which one of two workers sent 100 messages and 4 of the responses took longer than 9 ms. */
    private static Interval one() {
        return interval(new Counts(100, 20, 90, 80, 1, 2, 3, 4, 0, 0), 96, 9_000_000, 4, 50_000_000);
    }

    private static Interval other() {
        return interval(new Counts(300, 10, 290, 280, 0, 0, 0, 0, 0, 0), 300, 1_000_000, 0, 0);
    }

    private static Interval interval(Counts counts, long fast, long fastNs, long slow, long slowNs) {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, fast, fastNs);
        latencies.add(Latency.RESPONSE, Samples.times(slow, slowNs));
        return Samples.second(0, Interval.Phase.MEASURE, counts, latencies);
    }

    private static Interval both() {
        Latencies latencies = new Latencies();
        latencies.add(one().latencies());
        latencies.add(other().latencies());
        return Samples.second(0, Interval.Phase.MEASURE, one().counts().plus(other().counts()), latencies);
    }

    private static double of(Figure figure, Interval interval) {
        return figure.of(Numbers.of(interval)).map(Value::low).orElse(0.0);
    }

    private static Figure named(String name) {
        return Figures.find(Use.STUDY, name).orElseThrow();
    }

    @Test
    void figureOfSeveralWorkersFollowsFromTheirs() {
        List<Figure> sums = Figures.of(Use.INTERVAL);
        assertThat(sums).extracting(Figure::name).contains("sent", "received-rate", "foreign-clock");
        for (Figure figure : sums) {
            assertThat(of(figure, both())).as(figure.name()).isEqualTo(of(figure, one()) + of(figure, other()));
        }
        // 4 of 400 are the slow ones: a mean of the workers' percentiles would say something else.
        assertThat(of(named("response-p99"), both())).isCloseTo(9e6, within(9e3));
        assertThat(of(named("response-p99.9"), both())).isCloseTo(50e6, within(50e3));
        // 400 were sent and 2 left out.
        assertThat(of(named("blocked-share"), both())).isEqualTo(100.0 * 30 / 402);
    }

    @Test
    void aNameIsThatOfTheUse() {
        assertThat(Figures.find(Use.COMPARED, "rate")).contains(Figures.RATE);
        assertThat(Figures.find(Use.HISTORY, "rate")).isEmpty();
        assertThat(Figures.find(Use.STUDY, "broker-cpu")).map(Figure::title).contains("broker, processors busy");
    }

    /** 9 an hour are 0.025 in ten seconds, in which ten million messages were acknowledged; a group has no price of its own. */
    @Test
    void theCostOfAMillionMessagesFollowsFromThePrice() {
        RunResult run = Samples.withGroups().with(parts -> {
            parts.config = Map.of(RunConfig.PRICE_PER_HOUR, 9.0);
            parts.measuredNs = 10 * SECOND;
            parts.measured = new Counts(10_000_000, 0, 10_000_000, 9_000_000, 0, 0, 0, 0, 0, 0);
        });

        assertThat(Figures.COST_PER_MILLION.of(Numbers.of(run)).orElseThrow().low())
                .isCloseTo(0.0025, within(1e-12));
        assertThat(Figures.COST_PER_MILLION.ofGroup("web").of(Numbers.of(run))).isEmpty();
        assertThat(Figures.COST_PER_MILLION.of(Numbers.of(Samples.result()))).isEmpty();
    }

    /** 1,000 messages of five bytes were sent in 2.250000001 s and received later, or never. */
    @ParameterizedTest
    @CsvSource({"1000, 0, 0", "0, 1000, 5000"})
    void aRateIsOfWhatWasAcknowledgedOnlyWhereNobodyReceives(long later, double messages, double bytes) {
        RunResult run = Samples.result(parts -> {
            parts.measured = new Counts(1_000, 0, 1_000, 0, 0, 0, 0, 0, 5_000, 0);
            parts.totals = new Counts(1_000, 0, 1_000, later, 0, 0, 0, 0, 5_000, 5 * later);
        });
        assertThat(Figures.RATE.of(Numbers.of(run)).orElseThrow().low())
                .isCloseTo(messages / 2.250000001, within(1e-9));
        assertThat(Figures.BYTES_RATE.of(Numbers.of(run)).orElseThrow().low())
                .isCloseTo(bytes / 2.250000001, within(1e-9));
    }

    /**
     * 5,400 deliveries. Where it is known how many ms after the start the last of them came, the wait for one that never came is not
     * elapsed.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, , 6000, 900", "0, 30, 2400, 3000, 1800", "0, 30, 5400, 5400, 1000"})
    void throughputIsOfTheTimeInWhichAllThatItCountsWasReceived(
            long warmupS, long drainS, @Nullable Long lastMs, long elapsedMs, double throughput) {
        RunResult run = Samples.result(parts -> {
            parts.warmupNs = warmupS * SECOND;
            parts.measuredNs = 3 * SECOND;
            parts.drainNs = drainS * SECOND;
            parts.lastDeliveryNs = Optional.ofNullable(lastMs).map(ms -> ms * 1_000_000);
            parts.totals = new Counts(5_400, 0, 5_400, 5_400, 0, 0, 0, 0, 0, 0);
        });
        assertThat(named("elapsed").of(Numbers.of(run)).map(Value::low)).contains(elapsedMs * 1e6);
        assertThat(named("throughput").of(Numbers.of(run)).map(Value::low)).contains(throughput);
    }

    @ParameterizedTest
    @CsvSource({"100000000, true", "99999999, false"})
    void aDrainOfSomeMillisecondsHasNoRate(long lengthNs, boolean hasRate) {
        Interval drain =
                new Interval(9, Interval.Phase.DRAIN, 0, lengthNs, 0, one().counts(), new Latencies(), new Latencies());
        assertThat(named("received-rate").of(Numbers.of(drain)).map(Value::low))
                .isEqualTo(hasRate ? Optional.of(800.0) : Optional.empty());
        assertThat(named("received").of(Numbers.of(drain)).map(Value::low)).contains(80.0);
    }

    /** Ten messages that arrived; and what consumers alone, or a group of them, know of messages of others. */
    @ParameterizedTest
    @CsvSource({"rejected, true", "expired, false", "dead-lettered, false"})
    void whatBecameOfNoMessageIsZeroWhereItIsKnown(String name, boolean isKnownOfConsumers) {
        LedgerCounts all =
                Samples.changed(LedgerCounts.EMPTY, Map.of("expected", 10L, "delivered", 10L, "lossKnown", true));
        RunResult run = Samples.result(parts -> {
            parts.totals = new Counts(10, 0, 10, 10, 0, 0, 0, 0, 0, 0);
            parts.ledger = all;
        });
        RunResult ofConsumers = run.with(parts -> {
            parts.totals = new Counts(0, 0, 0, 10, 0, 0, 0, 0, 0, 0);
            parts.conditions = Optional.empty();
        });
        RunResult ofDeadLetters = ofConsumers.with(
                parts -> parts.ledger = Samples.changed(LedgerCounts.EMPTY, Map.of("deadLettered", 5L)));
        assertThat(named(name).of(Numbers.of(run)).map(Value::low)).contains(0.0);
        assertThat(named(name).of(Numbers.of(ofConsumers)).isPresent()).isEqualTo(isKnownOfConsumers);
        assertThat(named("dead-lettered").of(Numbers.of(ofDeadLetters)).map(Value::low))
                .contains(5.0);
    }

    /** 100 messages arrived, and ten of them again as dead letters of consumers that rejected them; or others did, which are late. */
    @ParameterizedTest
    @CsvSource({"0, true", "10, false"})
    void theGrowthOfTheBacklogIsNotKnownWhereDeadLettersWereReceived(long deadLettered, boolean isKnown) {
        RunResult run = Samples.result(parts -> {
            parts.measured = new Counts(100, 0, 100, 100, 0, 0, 0, 0, 0, 0);
            parts.totals = parts.measured;
            parts.ledger = Samples.changed(
                    LedgerCounts.EMPTY, Map.of("expected", 100L, "delivered", 100L, "deadLettered", deadLettered));
        });
        assertThat(named("backlog-growth").of(Numbers.of(run)).isPresent()).isEqualTo(isKnown);
    }

    @Test
    void messagesOfAProcessorSecondAreThoseWhoseProcessorTimeIsASecond() {
        RunResult run = Samples.result(parts -> parts.resources =
                List.of(new ResourceSummary(ResourceSample.BROKER, Map.of(), Map.of(ResourceSummary.CPU_US, 4.0))));

        assertThat(named("broker-messages-per-cpu-second").of(Numbers.of(run)).map(Value::low))
                .contains(250_000.0);
        assertThat(named("worker-messages-per-cpu-second").of(Numbers.of(run))).isEmpty();
    }

    @Test
    void namesAreUniqueAndSoAreTheirColumns() {
        assertThat(Arrays.stream(Use.values())
                        .flatMap(use -> Figures.of(use).stream())
                        .distinct())
                .extracting(Figure::name)
                .doesNotHaveDuplicates();
        assertThat(Figures.of(Use.RESULT))
                .extracting(figure -> figure.column("_", figure.unit().ending()))
                .doesNotHaveDuplicates()
                .allMatch(column -> column.matches("[a-z][a-z0-9_]*"));
        assertThat(Figures.of(Use.RESULT)).extracting(Figure::title).doesNotHaveDuplicates();
    }

    @Test
    void columnSaysItsUnit() {
        assertThat(named("sent-rate").column("_", Unit.PER_SECOND.ending())).isEqualTo("sent_per_s");
        assertThat(named("response-p99.9").column("_", Unit.NANOSECONDS.ending()))
                .isEqualTo("response_p99_9_ms");
        assertThat(named("response-p99.9").column("", "_ns")).isEqualTo("response_p999_ns");
        assertThat(named("lost").column("_", Unit.COUNT.ending())).isEqualTo("lost");
    }

    /** With 100 observed messages and 10 unfinished ones the upper end of the highest percentiles is open. */
    @Test
    void valueThatDependsOnUnfinishedMessagesHasTwoEnds() {
        Interval interval = one();
        interval.latencies().addUnfinished(Latency.RESPONSE, 70_000_000, 10);
        Value p50 = named("response-p50").of(Numbers.of(interval)).orElseThrow();
        assertThat(p50.isExact()).isTrue();
        Value p99 = named("response-p99").of(Numbers.of(interval)).orElseThrow();
        assertThat(p99.low()).isCloseTo(70e6, within(70e3));
        assertThat(p99.isOpen()).isTrue();
    }

    /** 96 of 100 took 9 ms, and of 4 it is only known that they took more than 5 ms. */
    @Test
    void shareBetweenTwoValuesIsNamedByThem() {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 96, 9_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 5_000_000, 4);
        Numbers numbers = Numbers.of(Samples.second(0, Interval.Phase.MEASURE, Counts.ZERO, latencies));
        assertThat(Figures.find(Use.STUDY, "response-share-6ms-14ms")
                        .orElseThrow()
                        .of(numbers))
                .contains(new Value(96, 100));
        assertThat(Figures.find(Use.COMPARED, "response-share-1ms-4ms")
                        .orElseThrow()
                        .of(numbers))
                .contains(new Value(0, 0));
        assertThat(Figures.find(Use.STUDY, "response-share-1-4")).isEmpty();
        assertThat(Figures.find(Use.STUDY, "speed-share-1ms-4ms")).isEmpty();
    }

    @Test
    void figureOfSecondsIsNoneOfARunAndTheOtherWayRound() {
        assertThat(Figures.find(Use.STUDY, "broker-rss")).isEmpty();
        assertThat(Figures.find(Use.OVER_TIME, "broker-rss")).isPresent();
        assertThat(Figures.find(Use.OVER_TIME, "lost")).isEmpty();
        assertThat(Figures.of(Use.RESULT)).extracting(Figure::name).doesNotContain("held-max");
    }
}
