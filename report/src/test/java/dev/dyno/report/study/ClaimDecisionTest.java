package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Finding;
import dev.dyno.report.study.ClaimResult.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimDecisionTest {

    private static final String RATE = "sent-rate";

    private static Study study(int repeats, String... conditions) {
        String claims = Arrays.stream(conditions)
                .map(condition -> "  - { says: w, holds: '" + condition + "' }\n")
                .collect(Collectors.joining());
        StudyFile file = StudyFile.of(
                "s.yaml",
                "repeats: " + repeats + "\nworkloads: { w: { producers: { to: queue://q } } }\n"
                        + "axes: { version: { settings: { old: {}, new: {} } } }\nclaims:\n" + claims,
                false);
        assertThat(file.problems()).isEmpty();
        return file.study();
    }

    /** Trials of both cells, the old one first in each round. */
    private static List<Trial> trials(String measure, double[] old, double[] now) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < now.length; i++) {
            trials.add(trial("old", i + 1, Map.of(measure, old[i])));
            trials.add(trial("new", i + 1, Map.of(measure, now[i])));
        }
        return trials;
    }

    private static Trial trial(String version, int round, Map<String, Double> measures) {
        return trial(version, round, Trial.StepResult.OK, List.of(), measures);
    }

    private static Trial trial(
            String version, int round, String end, List<Finding> findings, Map<String, Double> measures) {
        boolean good = end.equals(Trial.StepResult.OK);
        return new Trial(
                Map.of("version", version),
                round,
                1,
                List.of(new Trial.StepResult(
                        "w",
                        Optional.empty(),
                        good,
                        end,
                        findings.isEmpty() && good ? "VALID to p99" : "INVALID",
                        findings,
                        measures)));
    }

    /** The decision on one claim of three rounds. */
    private static ClaimResult decide(String claim, List<Trial> trials) {
        return decide(3, claim, trials);
    }

    private static ClaimResult decide(int repeats, String claim, List<Trial> trials) {
        return ClaimDecision.of(study(repeats, claim), trials, false).get(0);
    }

    /** For 1,000 a second of the old version. */
    private static ClaimResult ratio(String limit, double... now) {
        return decide("sent-rate of new / sent-rate of old " + limit, trials(RATE, same(now.length, 1000), now));
    }

    private static double[] same(int count, double value) {
        return IntStream.range(0, count).mapToDouble(i -> value).toArray();
    }

    /**
     * The logarithms of the ratios have the mean 0.6898 and the standard error 0.05796. With one claim half of 5 % is for the
     * planned rounds: Student's t of 2 degrees of freedom is 6.205, and the interval exp(0.6898 ± 0.3597).
     */
    @ParameterizedTest
    @CsvSource({
        "> 1,              CONFIRMED",
        "> 1.4,            UNDECIDED",
        "< 2,              UNDECIDED",
        "< 2.9,            CONFIRMED",
        "> 2.9,            REFUTED",
        "= 2 within 50%,   CONFIRMED",
        "= 2 within 40%,   UNDECIDED",
        "= 10 within 20%,  REFUTED",
    })
    void aRatioIsDecidedByItsInterval(String limit, Outcome outcome) {
        ClaimResult result = ratio(limit, 2000, 2200, 1800);
        assertThat(result.value().orElseThrow()).isCloseTo(1.993, within(0.001));
        assertThat(result.low().orElseThrow()).isCloseTo(1.391, within(0.001));
        assertThat(result.high().orElseThrow()).isCloseTo(2.856, within(0.001));
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.here()).isEqualTo("1.99 (1.39 – 2.86)");
    }

    /** A load that both hold: all rounds have the ratio 1. */
    @ParameterizedTest
    @CsvSource({"> 1, REFUTED", "< 1, REFUTED", ">= 1, CONFIRMED", "<= 1, CONFIRMED", "= 1 within 5%, CONFIRMED"})
    void roundsThatAreAllAlikeDecide(String limit, Outcome outcome) {
        ClaimResult result = ratio(limit, 1000, 1000, 1000);
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.here()).isEqualTo("1");
    }

    /** The logarithms of the ratios are -4.605 ± 4.605: the interval reaches from 0.0000000000068 to 1,470,000. */
    @Test
    void anIntervalOfManyOrdersOfMagnitudeSaysThatNothingIsKnown() {
        ClaimResult result = ratio("> 1", 0.1, 10, 1000);
        assertThat(result.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(result.here()).isEqualTo("0.01 (nothing is known)");
    }

    /** With two claims each has a quarter of 5 %: t is 8.860. */
    @Test
    void severalClaimsShareTheError() {
        String ratio = "sent-rate of new / sent-rate of old > 1.3";
        List<ClaimResult> results = ClaimDecision.of(
                study(3, ratio, ratio), trials(RATE, same(3, 1000), new double[] {2000, 2200, 1800}), false);
        assertThat(results).extracting(ClaimResult::outcome).containsOnly(Outcome.UNDECIDED);
        assertThat(results.get(0).low().orElseThrow()).isCloseTo(1.193, within(0.001));
    }

    /** 81.5 ± 6.205 · 1 / √3: a percentage is not taken by its logarithm, since it may be 0. */
    @ParameterizedTest
    @CsvSource({"> 75%, CONFIRMED", "> 80%, UNDECIDED", "> 90%, REFUTED"})
    void aShareIsDecidedOnItsOwnScale(String limit, Outcome outcome) {
        ClaimResult result = decide(
                "end-to-end-share-6ms-14ms of new " + limit,
                trials("end-to-end-share-6ms-14ms", same(3, 0), new double[] {80.5, 81.5, 82.5}));
        assertThat(result.low().orElseThrow()).isCloseTo(77.92, within(0.01));
        assertThat(result.outcome()).isEqualTo(outcome);
    }

    @Test
    void aSumOfCellsIsOneFigure() {
        ClaimResult result =
                decide("sent-rate of new + sent-rate of old > 2900/s", trials(RATE, same(3, 1000), same(3, 2000)));
        assertThat(result.here()).isEqualTo("3,000");
        assertThat(result.outcome()).isEqualTo(Outcome.CONFIRMED);
    }

    /** For 7 the lower end by Clopper and Pearson is 0.0125 to the power of 1/7, which is 0.535; of 6 it is 0.482. */
    @ParameterizedTest
    @CsvSource({"7, 7, CONFIRMED", "6, 6, UNDECIDED", "7, 0, REFUTED", "7, 5, UNDECIDED"})
    void theDeathOfABrokerIsDecidedByTheNumberOfRounds(int rounds, int deaths, Outcome outcome) {
        double[] died =
                IntStream.range(0, rounds).mapToDouble(i -> i < deaths ? 1 : 0).toArray();
        ClaimResult result = decide(rounds, "broker-deaths of new = 1", trials("broker-deaths", same(rounds, 0), died));
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.here()).isEqualTo(deaths + " of " + rounds + " rounds");
    }

    /**
     * With nine claims a ninth of 5 % is left, half of it for the first look, half of that for each side: 0.00139. 0.5 to the power of
     * 10 is 0.00098, to the power of 9 it is 0.00195. So three planned rounds, and the look after five, spend nothing.
     */
    @ParameterizedTest
    @CsvSource({"9, UNDECIDED, 9 of 10 rounds", "10, CONFIRMED, so in more than half of all rounds"})
    void aCountIsLookedAtFirstWhereItCanBeDecided(int rounds, Outcome outcome, String why) {
        String[] nine = Collections.nCopies(9, "lost of new = 0").toArray(String[]::new);
        ClaimResult result = ClaimDecision.of(study(3, nine), trials("lost", same(rounds, 0), same(rounds, 0)), false)
                .get(0);
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.why()).isEqualTo(why);
    }

    @Test
    void aFailedRunCountsForNothingButTheDeathOfItsBroker() {
        List<Trial> trials = new ArrayList<>(trials(RATE, same(2, 1000), same(2, 2000)));
        trials.add(trial("old", 3, Map.of(RATE, 1000.0)));
        Map<String, Double> dead = Map.of("broker-deaths", 1.0, RATE, 3.0);
        trials.add(trial("new", 3, Trial.StepResult.OUT_OF_MEMORY, List.of(), dead));
        List<ClaimResult> results = ClaimDecision.of(
                study(3, "sent-rate of new / sent-rate of old > 1", "broker-deaths of new = 1"), trials, false);
        assertThat(results.get(0).why()).isEqualTo("2 of 3 rounds; in 1 more a run failed: broker out of memory");
        assertThat(results.get(0).here()).isEqualTo("2");
        assertThat(results.get(1).why()).isEqualTo("1 of 8 rounds; in 2 more broker-deaths was not measured");
    }

    /** If runs that lost messages were left out, "nothing is lost" could only be confirmed. One claim is decided by seven rounds. */
    @ParameterizedTest
    @CsvSource({
        "messages-lost, lost of new = 0,      REFUTED,   so in less than half of all rounds",
        "worker-lost,   lost of new = 0,      UNDECIDED, 0 of 7 rounds; in 7 more a run is INVALID",
        "messages-lost, sent-rate of new > 1/s, UNDECIDED, 0 of 3 rounds; in 7 more a run is INVALID",
    })
    void aRunThatLostMessagesCountsForTheirNumber(String code, String condition, Outcome outcome, String why) {
        List<Trial> trials = new ArrayList<>();
        for (int round = 1; round <= 7; round++) {
            List<Finding> findings = List.of(Finding.invalid(code), Finding.suspect("rate-missed"));
            trials.add(trial("new", round, Trial.StepResult.OK, findings, Map.of("lost", 5.0, RATE, 9.0)));
        }
        ClaimResult result = decide(condition, trials);
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.why()).isEqualTo(why);
    }

    /** The upper end of one value is unknown: nothing above it is ruled out. */
    @Test
    void aValueThatIsOnlyABoundDecidesWhereTheBoundDoes() {
        Study study = study(3, "response-p99 of new < 10ms", "response-p99 of new > 1ms", "response-p99 of new < 1ms");
        List<Trial> trials = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            Map<String, Double> measures = new LinkedHashMap<>(Map.of("response-p99", 2e6 + round));
            if (round == 2) {
                measures.put("response-p99-is-bound", 1.0);
            }
            trials.add(trial("new", round, measures));
        }
        assertThat(ClaimDecision.of(study, trials, false))
                .extracting(ClaimResult::outcome)
                .containsExactly(Outcome.UNDECIDED, Outcome.CONFIRMED, Outcome.REFUTED);
    }

    /** Up to 44.3 of 62.6 ms may be Dyno's own: the value is still the one of the table. */
    @Test
    void aValueThatIsPartlyDynosOwnIsShownAsMeasured() {
        Map<String, Double> measures = Map.of("response-p99", 62.6e6, "response-p99-is-from", 18.3e6);
        ClaimResult result = decide("response-p99 of new < 50ms", List.of(trial("new", 1, measures)));
        assertThat(result.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(result.here()).isEqualTo("62.6 ms");
    }

    /** All of a latency may be Dyno's own: one end of the ratio is unknown, the other one decides. */
    @ParameterizedTest
    @CsvSource({
        "response-p99 of new / response-p99 of old < 3, CONFIRMED, 2.01 (≤ 2.",
        "response-p99 of new / response-p99 of old > 1, UNDECIDED, 2.01 (≤ 2.",
        "response-p99 of old / response-p99 of new < 3, UNDECIDED, 0.5 (≥ 0.",
        "response-p99 of new < 3ms,                     CONFIRMED, 2.01 ms (≤ 2.",
    })
    void aValueOfWhichNothingIsSureCountsWithAnUnknownEnd(String claim, Outcome outcome, String here) {
        List<Trial> trials = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            trials.add(trial("old", round, Map.of("response-p99", 1e6)));
            Map<String, Double> measures = new LinkedHashMap<>(Map.of("response-p99", 2e6 + 1e4 * (round % 2)));
            if (round == 2) {
                measures.put("response-p99-is-from", 0.0);
            }
            trials.add(trial("new", round, measures));
        }
        ClaimResult result = decide(claim, trials);
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.rounds()).isEqualTo(3);
        assertThat(result.here()).startsWith(here);
    }

    /** In files a latency is in the unit that stands beside it; for people each number has its own. */
    @Test
    void aValueHasItsUnit() {
        ClaimResult result = decide("response-p99 of new < 10ms", trials("response-p99", same(3, 1), same(3, 2e6)));
        assertThat(result.here()).isEqualTo("2 ms");
        assertThat(result.value().orElseThrow()).isCloseTo(2, within(1e-9));
        assertThat(result.unit()).isEqualTo("ms");
    }

    @Test
    void missingRoundsLeaveAClaimUndecided() {
        double[] now = {2000, 2001, 2002, 2003};
        ClaimResult result = decide(5, "sent-rate of new / sent-rate of old > 1", trials(RATE, same(4, 1000), now));
        assertThat(result.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(result.why()).isEqualTo("4 of 5 rounds");
        assertThat(result.low()).isEmpty();
    }

    /** An added round that was interrupted is finished first, also where another was made after it: half a round decides nothing. */
    @ParameterizedTest
    @CsvSource({"3, 0, new 4 old 4", "4, 0, new 4", "4, 5, new 4", "5, 0, new 6 old 6"})
    void aRoundThatWasInterruptedIsFinished(int old, int extra, String next) {
        List<Trial> trials = new ArrayList<>(trials(RATE, same(5, 1000), new double[] {2000, 900, 1100}));
        for (int round = 4; round <= old; round++) {
            trials.add(trial("old", round, Map.of(RATE, 1000.0)));
        }
        if (old == 5) {
            trials.add(trial("new", 4, Map.of(RATE, 1000.0)));
            trials.add(trial("new", 5, Map.of(RATE, 1000.0)));
        }
        if (extra > 0) {
            trials.addAll(
                    List.of(trial("old", extra, Map.of(RATE, 1000.0)), trial("new", extra, Map.of(RATE, 1000.0))));
        }
        Study study = study(3, "sent-rate of new / sent-rate of old > 1");
        assertThat(ClaimDecision.nextRound(study, trials, false, StudyPlan.all(study)))
                .extracting(planned -> planned.cell().values().get("version") + " " + planned.round())
                .containsExactlyInAnyOrder(next.split(" (?=[a-z])"));
    }

    /** Such a round would never be complete. */
    @Test
    void noRoundIsAddedForAClaimOfWhichACellIsNotRun() {
        Study study = study(3, "sent-rate of new / sent-rate of old > 1");
        List<Trial> trials = IntStream.rangeClosed(1, 3)
                .mapToObj(round -> trial("new", round, Map.of(RATE, 1000.0)))
                .toList();
        List<Cell> cells = StudyPlan.all(study).stream()
                .filter(cell -> cell.values().containsValue("new"))
                .toList();
        assertThat(cells).hasSize(1);
        assertThat(ClaimDecision.nextRound(study, trials, false, cells)).isEmpty();
    }

    /** After three planned rounds the next look is after five. */
    @Test
    void whileAnotherLookIsAheadItSaysWhen() {
        assertThat(ratio("> 1", 2000, 900, 1100, 1000).why())
                .isEqualTo("only a part of the interval is > 1; decided again after 5 rounds, there are 4");
    }

    @Test
    void whatWasDecidedStaysSo() {
        ClaimResult result = ratio("> 1", 2000, 2000, 2001, 10, 10, 10, 10, 10);
        assertThat(result.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(result.rounds()).isEqualTo(3);
    }

    /** Nothing differs: each decision for or against "more" is wrong. Rounds are added up to 12, so there are three looks. */
    @Test
    void atMostFiveOfAHundredStudiesAreWrongSomewhere() {
        Study study = study(
                5,
                "sent-rate of new / sent-rate of old > 1",
                "received-rate of new / received-rate of old > 1",
                "response-p50 of new / response-p50 of old > 1",
                "response-p99 of new / response-p99 of old > 1");
        Random random = new Random(1);
        int studies = 2000;
        int wrong = 0;
        for (int i = 0; i < studies; i++) {
            List<Trial> trials = new ArrayList<>();
            for (int round = 1; round <= 12; round++) {
                boolean oldFirst = random.nextBoolean();
                for (String version : oldFirst ? List.of("old", "new") : List.of("new", "old")) {
                    Map<String, Double> measures = new LinkedHashMap<>();
                    for (String name : List.of(RATE, "received-rate", "response-p50", "response-p99")) {
                        measures.put(name, 1000 * Math.exp(0.1 * random.nextGaussian()));
                    }
                    trials.add(trial(version, round, measures));
                }
            }
            wrong += ClaimDecision.of(study, trials, false).stream()
                            .anyMatch(result -> result.outcome() != Outcome.UNDECIDED)
                    ? 1
                    : 0;
        }
        assertThat(wrong).isBetween(studies / 100, studies * 5 / 100);
    }

    @Test
    void aClaimOfTheFullSizeIsUndecidedAtTheQuickOne() {
        StudyFile file = StudyFile.of("s.yaml", """
                workloads: { w: { producers: { to: queue://q } } }
                claims: { says: w, holds: sent-rate > 1/s, full-size: true }
                quick: { repeats: 1 }
                """, true);
        assertThat(ClaimDecision.of(file.study(), List.of(), true).get(0).why()).isEqualTo("it is about the full size");
        assertThat(ClaimDecision.of(file.study(), List.of(), false).get(0).why())
                .isEqualTo("not measured");
    }
}
