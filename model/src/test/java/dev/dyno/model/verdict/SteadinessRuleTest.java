package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.result.ResourceSample;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessRuleTest {

    static Seconds rates(long... perSecond) {
        Seconds seconds = new Seconds();
        for (long rate : perSecond) {
            seconds.second(Map.of(Seconds.MS, rate));
        }
        return seconds;
    }

    /** Twelve seconds, of which the second third is slower, with samples of each. */
    private static Seconds fallen(String subject, IntFunction<Map<String, Double>> samples) {
        return rates(1_000, 1_000, 1_000, 1_000, 800, 800, 800, 800, 1_000, 1_000, 1_000, 1_000)
                .samples(subject, 12, samples);
    }

    @Test
    void aFallInTheMiddleIsNamedWithItsTimesAndWhatWasRuledOut() {
        assertThat(fallen(ResourceSample.HOST, i -> Map.of("disk-busy-percent", 50.0, "cpu-cores", 2.0))
                        .findings("rate-not-steady"))
                .containsExactly(
                        "the rate was 1,000/s from 0 s to 4 s, and 800/s from 4 s to 8 s; the fastest second had"
                                + " 1,000/s. The cause was not found. No disk was much busier. The processors were not full, or hardly"
                                + " busier. Raise --duration to see whether it lasts.");
    }

    /** More than there was, even if that was long. */
    @ParameterizedTest
    @CsvSource({"15, 5m", "600, 20m"})
    void aLongerWarmUpIsAdvisedThanTheLoadHad(int seconds, String longest) {
        JudgedRun run = new JudgedRun() {};
        run.warmupNs = seconds * 1_000_000_000L;
        run.unsteady = Optional.of("it rose");
        assertThat(run.verdict().notes().stream()
                        .filter(note -> note.code().equals("never-steady"))
                        .map(FindingText.FLAGS::of))
                .singleElement(STRING)
                .endsWith("; allow it longer, for example --warmup 'until steady, at most " + longest + "'");
    }

    /** The warm-up may have lasted until steady, and a longer one leaves the slow seconds out all the same. */
    @Test
    void aSlowBeginningIsOfTheWarmUp() {
        assertThat(rates(800, 800, 800, 800, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000)
                        .findings("rate-not-steady"))
                .singleElement(STRING)
                .contains(
                        "The worse part is the beginning: the warm-up probably ended too early; a longer --warmup leaves it"
                                + " out. Raise --duration");
    }

    /** The slowest three seconds are the third to the fifth, and the fastest ones the first to the third. */
    @Test
    void noSecondIsInBothSpans() {
        assertThat(rates(1_000, 1_000, 850, 700, 700, 850, 850, 850, 850).findings("rate-not-steady"))
                .singleElement(STRING)
                .startsWith("the rate was 950/s from 0 s to 3 s, and 750/s from 3 s to 6 s;");
    }

    @Test
    void whatElseHappenedInTheWorsePartIsItsCause() {
        assertThat(fallen(ResourceSample.HOST, i -> Map.of("disk-busy-percent", i / 4 == 1 ? 95.0 : 5.0))
                        .findings("rate-not-steady"))
                .singleElement(STRING)
                .contains("A disk was busy 90 % more of the time in the worse part.")
                .doesNotContain("much busier");
    }

    /**
     * In the middle third the processors do 240 steps in place of 400. Where a core is shared at times, eight seconds of twelve in
     * the middle third and four in the others, the mean is 15 % lower, which is less than twice its standard error.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            false | The processors were 40 % slower in the worse part, by a fixed calculation each second
            true  | The cause was not found. The processors were hardly slower.
            """)
    void slowerProcessorsAreItsCauseIfNotByChance(boolean isSharedAtTimes, String cause) {
        Seconds run = new Seconds();
        for (int i = 0; i < 36; i++) {
            boolean isWorse = i / 12 == 1;
            run.second(Map.of(Seconds.MS, isWorse ? 800L : 1_000L));
            boolean isSlow = isSharedAtTimes ? i % 3 == 0 != isWorse : isWorse;
            run.sample(ResourceSample.HOST, i, Map.of("cpu-speed", isSlow ? 240.0 : 400.0));
        }
        assertThat(run.findings("rate-not-steady")).singleElement(STRING).contains(cause);
    }

    /** A disk that has work now and then had it in three of four seconds of the worse part, and in two of four before. */
    @Test
    void aDifferenceByChanceIsNoCause() {
        assertThat(fallen(ResourceSample.HOST, i -> Map.of("disk-busy-percent", i % 2 == 0 || i == 5 ? 100.0 : 0.0))
                        .findings("rate-not-steady"))
                .singleElement(STRING)
                .contains("The cause was not found. ")
                .doesNotContain("disk");
    }

    /** Four seconds in each span are too few to say anything of their speed. */
    @Test
    void fewSecondsDoNotRuleOutTheSpeedOfTheProcessors() {
        assertThat(fallen(ResourceSample.HOST, i -> Map.of("cpu-speed", i / 4 == 1 ? 240.0 : 400.0))
                        .findings("rate-not-steady"))
                .singleElement(STRING)
                .contains("The cause was not found. Raise");
    }

    /** The second of two workers collected garbage for three tenths of the worse part. */
    @Test
    void whatElseHappenedAtOneOfSeveralWorkersIsItsCause() {
        assertThat(fallen(ResourceSample.ofWorker("w0"), i -> Map.of("gc-seconds", 0.01))
                        .samples(ResourceSample.ofWorker("w1"), 12, i -> Map.of("gc-seconds", i / 4 == 1 ? 0.3 : 0.0))
                        .samples(ResourceSample.ofHost("a"), 12, i -> Map.of("disk-busy-percent", 50.0))
                        .findings("rate-not-steady"))
                .singleElement(STRING)
                .contains("The load generator spent 30 % more of the time in garbage collections in the worse part.");
    }

    /** A line through 1,000 to 835 in twelve seconds; the thirds differ by a tenth only. */
    @Test
    void aSlowDeclineIsNamedWithItsInterval() {
        Seconds run = rates(1_000, 985, 970, 955, 940, 925, 910, 895, 880, 865, 850, 835);
        assertThat(run.findings("rate-not-steady"))
                .singleElement(STRING)
                .contains("; by a line through all seconds it changed by -18 %;");
    }

    @Test
    void oneSlowSecondIsNoDrift() {
        assertThat(rates(
                                1_000, 1_000, 1_000, 500, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000,
                                1_000, 1_000)
                        .findings("rate-not-steady"))
                .isEmpty();
        assertThat(rates(10, 1_000, 1_000, 1_000, 1_000).findings("rate-not-steady"))
                .isEmpty();
    }
}
