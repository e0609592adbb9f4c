package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.FindingText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbortWatchTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final AtomicInteger ends = new AtomicInteger();
    private int seconds;

    private AbortWatch watch(String... conditions) {
        return watch(1, conditions);
    }

    private AbortWatch watch(int deliveriesOfEach, String... conditions) {
        AbortWatch watch = new AbortWatch(
                Stream.of(conditions).map(Threshold::parseOfSeconds).toList(), deliveriesOfEach);
        watch.endBy(ends::incrementAndGet);
        return watch;
    }

    /** A second with 1,000 messages of one response time. */
    private void second(AbortWatch watch, Phase phase, long lengthNs, long ms) {
        Counts counts = new Counts(1_000, 0, 1_000, 1_000, 0, 0, 0, 0, 0, 0);
        Interval whole = Samples.second(seconds++, phase, counts, Samples.latencies(Latency.RESPONSE, 1_000, ms * MS));
        Interval web = Samples.changed(whole, Map.of("endNs", whole.startNs() + lengthNs));
        watch.onInterval(Samples.changed(web, Map.of("groups", Map.of("web", web))));
    }

    private void measured(AbortWatch watch, long... times) {
        for (long ms : times) {
            second(watch, Phase.MEASURE, SECOND, ms);
        }
    }

    private static List<String> notes(AbortWatch watch) {
        RunResult result = watch.judged(new RunResult.Parts().result());
        return result.verdict().notes().stream().map(FindingText.FLAGS::of).toList();
    }

    /** The median of five seconds is above 20 ms as soon as three of them are. */
    @Test
    void theLastFiveSecondsTogetherEndTheLoadOnce() {
        AbortWatch watch = watch("p50 > 20ms", "rate < 10/s");
        measured(watch, 50, 50, 1, 1, 1, 30, 30);
        assertThat(ends).hasValue(0);
        assertThat(notes(watch)).isEmpty();
        measured(watch, 30);
        assertThat(ends).hasValue(1);
        measured(watch, 30, 30, 30);
        assertThat(ends).hasValue(1);
        assertThat(notes(watch))
                .containsExactly(
                        "--abort-if p50 > 20ms held at 8 s of the load, so it was ended: in the 5 s before, p50 was"
                                + " 30 ms");
    }

    @Test
    void neitherTheWarmupNorTheDrainNorAPartOfASecondCounts() {
        AbortWatch watch = watch("p50 > 20ms");
        for (int i = 0; i < 6; i++) {
            second(watch, Phase.WARMUP, SECOND, 50);
            second(watch, Phase.MEASURE, SECOND / 2, 50);
            second(watch, Phase.DRAIN, SECOND, 50);
        }
        measured(watch, 50, 50, 50, 50);
        assertThat(ends).hasValue(0);
        measured(watch, 50);
        assertThat(ends).hasValue(1);
    }

    @Test
    void aGroupOfTheFiveSecondsIsLookedAtByItself() {
        AbortWatch watch = watch("web/p50 > 20ms");
        measured(watch, 1, 1, 1, 50, 50);
        assertThat(ends).hasValue(0);
        measured(watch, 50);
        assertThat(ends).hasValue(1);
        AbortWatch other = watch("batch/p50 > 20ms");
        measured(other, 50, 50, 50, 50, 50);
        assertThat(ends).hasValue(1);
    }

    @Test
    void rateIsThatOfTheFiveSeconds() {
        AbortWatch watch = watch("rate < 1001/s");
        measured(watch, 1, 1, 1, 1, 1);
        assertThat(notes(watch)).singleElement().asString().endsWith("rate was 1,000/s");
    }

    /** Acknowledged at 1,000/s all along, and received in the first second alone. */
    @Test
    void aRateWithoutDeliveriesIsNotThatOfAcknowledgements() {
        AbortWatch watch = watch("rate < 100/s");
        for (long received : new long[] {1_000, 0, 0, 0, 0}) {
            delivered(watch, received);
        }
        assertThat(ends).hasValue(0);
        delivered(watch, 0);
        assertThat(ends).hasValue(1);
        assertThat(notes(watch)).singleElement().asString().endsWith("rate was 0/s");
    }

    /**
     * Producers and consumers have the name web: acknowledged at 1,000/s all along, and received in the first second alone. Those of
     * batch receive nothing at any time.
     */
    @ParameterizedTest
    @CsvSource({"web/rate < 100/s, 1", "web/received-rate < 100/s, 1", "batch/rate < 100/s, 0", "batch/rate < 1001/s, 1"
    })
    void aRateOfAGroupWithoutDeliveriesIsNotThatOfAcknowledgements(String condition, int ended) {
        AbortWatch watch = watch(condition);
        for (long received : new long[] {1_000, 0, 0, 0, 0, 0}) {
            Interval all = delivery(received);
            Counts acknowledged = all.counts().lessReceived(received);
            Interval batch = Samples.changed(all, Map.of("counts", acknowledged, "latencies", new Latencies()));
            Counts both = all.counts().plus(all.counts());
            watch.onInterval(
                    Samples.changed(all, Map.of("counts", both, "groups", Map.of("web", all, "batch", batch))));
        }
        assertThat(ends).hasValue(ended);
    }

    /** 1,000 messages a second to three subscriptions: 3,000 deliveries are owed. */
    @ParameterizedTest
    @CsvSource({"3000, 0", "2100, 1"})
    void theGrowthOfABacklogIsThatOfAllSubscriptions(long received, int ended) {
        AbortWatch watch = watch(3, "backlog-growth > 10/s");
        for (int i = 0; i < 5; i++) {
            delivered(watch, received);
        }
        assertThat(ends).hasValue(ended);
    }

    private void delivered(AbortWatch watch, long received) {
        watch.onInterval(delivery(received));
    }

    private Interval delivery(long received) {
        Counts counts = new Counts(1_000, 0, 1_000, received, 0, 0, 0, 0, 0, 0);
        return Samples.second(seconds++, Phase.MEASURE, counts, Samples.latencies(Latency.END_TO_END, received, MS));
    }

    /** Five of 5,000 messages are beyond the p99.9: too few to end a load for. */
    @Test
    void whatIsNotSureDoesNotEndIt() {
        AbortWatch watch = watch("p99.95 > 20ms", "p99(end-to-end) > 1ms");
        measured(watch, 1, 1, 1, 1, 1, 1);
        assertThat(ends).hasValue(0);
    }

    @Test
    void theResultIsThatOfARunWithAThirdStatus() {
        AbortWatch watch = watch("p50 > 20ms");
        measured(watch, 30, 30, 30, 30, 30);
        RunResult result = watch.judged(new RunResult.Parts().result());
        assertThat(result.verdict().notes()).extracting(Finding::code).containsExactly("load-aborted");
        assertThat(Exit.of(result)).isEqualTo(Exit.THRESHOLD);
    }
}
