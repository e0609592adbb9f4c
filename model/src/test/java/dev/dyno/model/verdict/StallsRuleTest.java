package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StallsRuleTest {

    private static Seconds fourStalls() {
        Seconds seconds = new Seconds();
        for (int i = 0; i < 4; i++) {
            seconds.ordinary(59).stalled(210);
        }
        return seconds;
    }

    /** 840 of 240,000 messages are late: one in 286, so p99.9 is theirs and p99 is not. */
    @Test
    void percentileThatStallsSetIsNamed() {
        assertThat(fourStalls().findings("stalls"))
                .containsExactly("The p99.9 of end-to-end, 150 ms, is set by 4 stalls of 210 ms, one every 60"
                        + " s. Without the seconds in which they happened it would be about 1.15 ms. Nothing that was sampled"
                        + " explains them; look at the broker's log, or --profile it.");
        assertThat(fourStalls().profiled().findings("stalls"))
                .singleElement(STRING)
                .endsWith(" explains them; look at the broker's log.");
    }

    @Test
    void stallsAreReportedWithWhatHappenedInTheSameSecond() {
        Seconds seconds = fourStalls();
        for (int at : new int[] {59, 119, 179}) {
            seconds.sample(ResourceSample.BROKER, at, Map.of("gc-seconds", 0.2));
        }
        // Too short to explain 210 ms.
        seconds.sample(ResourceSample.BROKER, 239, Map.of("gc-seconds", 0.1));

        assertThat(seconds.findings("stalls"))
                .singleElement(STRING)
                .endsWith(
                        "it would be about 1.15 ms. 3 of 4 fell together with a garbage collection or another stop of the"
                                + " broker's JVM, which a larger --heap may shorten.");
    }

    /** The second of two workers collected garbage in each stall. */
    @Test
    void stallsAreToldWithWhatHappenedAtOneOfSeveralWorkers() {
        Seconds seconds = fourStalls();
        for (int at : new int[] {59, 119, 179, 239}) {
            seconds.sample(ResourceSample.ofWorker("w0"), at, Map.of("gc-seconds", 0.01));
            seconds.sample(ResourceSample.ofWorker("w1"), at, Map.of("gc-seconds", 0.2));
        }

        assertThat(seconds.findings("stalls"))
                .singleElement(STRING)
                .contains(" 4 of 4 fell together with a garbage collection of the load generator, ");
    }

    /** A delay is a fault of the network, not of the broker. */
    @ParameterizedTest
    @ValueSource(strings = {"pause", "delay=50ms"})
    void oneStallIsReportedWithItsSecondAndTheFaultThatMadeIt(String fault) {
        assertThat(Seconds.of("ordinary 30, stalled 900, ordinary 29")
                        .faults(Seconds.fault(fault, 30_000, Seconds.outage(30_010, 30_910), 0))
                        .findings("stalls"))
                .containsExactly(
                        "The p99 of end-to-end, 300 ms, is set by 1 stall of 900 ms, at 30 s. Without"
                                + " the seconds in which it happened it would be about 1.15 ms. It fell together with a fault.");
    }

    @Test
    void hiccupsAreNamedBesideTheStall() {
        assertThat(Seconds.of("ordinary 2, stalled 20, ordinary 4, stalled 900, ordinary 5, stalled 15, ordinary 2")
                        .findings("stalls"))
                .singleElement(STRING)
                .contains(" is set by 1 stall of 900 ms, at 7 s, beside 2 shorter ones. ");
    }

    /** The stall goes on into the drain, whose samples are in no mean of the measured phase. */
    @Test
    void diskThatWasFullInAStallIsNotSaidToHaveBeenFree() {
        Seconds seconds = Seconds.of("ordinary 30, stalled 900")
                .drain(1, 0)
                .worker(0.5, 0.3)
                .latencies(Map.of(
                        Latency.SEND_DELAY,
                        Seconds.times(31_000, 1000),
                        Latency.END_TO_END,
                        Seconds.times(300, 900, 30_700, 1)));
        assertThat(seconds.findings("rate-held")).singleElement(STRING).contains(" no processor or disk was full");
        seconds.sample(ResourceSample.HOST, 31, Map.of("disk-busy-percent", 95.0));
        assertThat(seconds.findings("stalls")).singleElement(STRING).contains(" It fell together with a disk that was");
        assertThat(seconds.findings("rate-held")).singleElement(STRING).doesNotContain("was full");
    }

    /** A disk that had work all along does not explain one second. */
    @Test
    void diskThatIsAlwaysFullIsNoCauseOfAStall() {
        Seconds seconds = Seconds.of("ordinary 30, stalled 900, ordinary 5")
                .host("disk-busy-percent", 95)
                .samples(ResourceSample.HOST, 36, i -> Map.of("disk-busy-percent", 95.0));
        assertThat(seconds.findings("stalls")).singleElement(STRING).contains(" Nothing that was sampled explains it");
    }

    /** The last three seconds of twelve, of which nothing has been seen yet. */
    @Test
    void stallThatHadNotEndedWithTheLoadIsNamed() {
        assertThat(new Seconds().ordinary(9).empty(3).unfinished(300, 3_000).findings("stalls"))
                .singleElement(STRING)
                .contains(" is set by 1 stall of 3 s, at 9 s.");
        // Nothing was due.
        assertThat(new Seconds().ordinary(9).empty(3).findings("stalls")).isEmpty();
    }

    /** Bursts of 5 s with pauses of 5 s, and a message of the second that nobody received: its wait was 22.5 s at the end. */
    @Test
    void pausesOfTheLoadAreNoStallsBecauseAMessageIsUndelivered() {
        assertThat(Seconds.of("ordinary 5, empty 5, ordinary 5, empty 5, ordinary 5")
                        .unfinished(1, 22_500)
                        .findings("stalls"))
                .isEmpty();
    }

    /** One message every two seconds, of which the sixth is lost. */
    @Test
    void secondsOfALoadOfFewMessagesAreNoStallsBecauseAMessageIsUndelivered() {
        Seconds seconds = new Seconds();
        for (int i = 0; i < 15; i++) {
            boolean isLost = i == 5;
            seconds = isLost
                    ? seconds.outstandingGrowsBy(1).empty(1).outstandingGrowsBy(0)
                    : seconds.second(Map.of(Seconds.MS, 1L));
            seconds.empty(1);
        }
        assertThat(seconds.second(Map.of(Seconds.MS, 1L)).unfinished(1, 20_500).findings("stalls"))
                .isEmpty();
    }

    /** The pause from 5 to 10 s was over when the stall from 15 to 18 s began. */
    @Test
    void aPauseBeforeAStallThatHadNotEndedIsNoneItself() {
        assertThat(Seconds.of("ordinary 5, empty 5, ordinary 5, empty 3")
                        .unfinished(300, 3_000)
                        .findings("stalls"))
                .singleElement(STRING)
                .contains(" is set by 1 stall of 3 s, at 15 s.");
    }

    /** A second in which 1,000 messages were sent, and all were lost. */
    @Test
    void aSecondOfWhichAllIsUndeliveredIsAStall() {
        Seconds seconds = new Seconds().ordinary(9).outstandingGrowsBy(1_000).empty(1);
        assertThat(seconds.outstandingGrowsBy(0)
                        .ordinary(9)
                        .unfinished(1_000, 9_990)
                        .findings("stalls"))
                .singleElement(STRING)
                .contains(" 1 stall of 1 s, at 9 s");
    }

    /** In an overload the first measured seconds serve messages of the warm-up: the broker was busy, and no stall. */
    @Test
    void secondsThatServeMessagesOfTheWarmupAreNoStall() {
        Seconds seconds = new Seconds();
        seconds.serving(500).serving(500);
        for (int waitedS = 2; waitedS < 8; waitedS++) {
            seconds.second(Map.of(waitedS * 500L * Seconds.MS, 500L));
        }
        assertThat(seconds.unfinished(4_000, 5_000).findings("stalls")).isEmpty();
    }
}
