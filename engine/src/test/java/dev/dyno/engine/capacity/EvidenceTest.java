package dev.dyno.engine.capacity;

import static dev.dyno.engine.capacity.KnownBroker.OBJECTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of searches on real brokers, on a machine of two processors: rate, seconds, share of the messages beyond 20 ms. */
class EvidenceTest {

    private static final CapacityGoal GOAL = KnownBroker.goal(List.of(OBJECTIVE), 1000);

    private final List<Visit> visits = new ArrayList<>();
    private final Evidence evidence = new Evidence(GOAL, visits, new Overloads(visits));

    /**
     * Adds visits: {@code 31814 3 0.00319} holds that rate for three seconds; {@code grow 180506 5 0.994 148184} has what was achieved
     * at the end.
     */
    private void visits(String text) {
        for (String visit : text.strip().split("[;\\n]\\s*", -1)) {
            String[] words = visit.split(" ", -1);
            int first = Character.isDigit(words[0].charAt(0)) ? 0 : 1;
            double perSecond = Double.parseDouble(words[first]);
            add(
                    first == 0 ? Purpose.HOLD : Purpose.valueOf(words[0].toUpperCase(Locale.ROOT)),
                    perSecond,
                    Integer.parseInt(words[first + 1]),
                    Double.parseDouble(words[first + 2]),
                    words.length > first + 3 ? Double.parseDouble(words[first + 3]) : perSecond);
        }
    }

    private void add(Purpose purpose, double perSecond, int seconds, double share, double achieved) {
        long begin = visits.isEmpty() ? 0 : visits.get(visits.size() - 1).toNs;
        Visit visit = new Visit(purpose, perSecond, begin, 0, 1);
        for (int i = 0; i < seconds; i++) {
            long from = begin + i * 1_000_000_000L;
            long left = Math.round((i + 1) * (perSecond - achieved));
            List<CapacitySecond.Tally> tallies = List.of(new CapacitySecond.Tally(share * achieved, achieved));
            long due = Math.round(perSecond);
            long done = Math.round(achieved);
            CapacitySecond second =
                    new CapacitySecond(from, from + 1_000_000_000L, perSecond, due, done, left, 0, tallies);
            visit.add(second, 10, GOAL);
        }
        visits.add(visit);
    }

    /** Kafka: at 40,428/s, 7 % were beyond at one time and less than 1 % at another, and the curve ends below all rates held. */
    @Test
    void aRateBelowAllThatMissedIsALowerEnd() {
        visits("""
                grow 180506 5 0.994 148184; grow 185230 5 0.999 139854; 31814 3 0.00319; 63628 3 0.56
                63628 3 0.2315; 44992 3 0; 49064 3 0.132; 46984 3 0.1851; 42967 14 0.03103; 42988 14 0.00965
                44238 14 0.02464; 42968 14 0.03186; 41698 14 0.10483; 40428 14 0.07083; 41698 14 0.02534
                44238 14 0.01813; 40428 14 0.00954
                """);
        evidence.update(43_000);
        assertThat(evidence.low).isBetween(1.0, 40_428.0);
        assertThat(evidence.high).isBetween(40_428.0, 63_628.0);
        assertThat(evidence.isKnown()).isTrue();
    }

    /**
     * Overloads differ by more than twice, and all five holds from 46,984/s on missed: nothing was faster than that, whatever three
     * seconds at 57,090/s show.
     */
    @ParameterizedTest
    @ValueSource(strings = {"31814 3 0", "57090 3 0.00228"})
    void aChangeOfTheSpeedInOverloadsGoesNoFurtherThanWhatAllHoldsMissed(String last) {
        visits("""
                grow 180506 5 0.994 148184; grow 185230 5 0.999 139854; 31814 3 0.00319; 63628 3 0.56
                63628 3 0.2315; 53505 3 0.1138; 49064 3 0.132; 46984 3 0.1851; grow 185230 5 0.994 67590
                42967 14 0.03103; 42988 14 0.00965; grow 185230 5 0.994 78630; 41698 14 0.10483
                40428 14 0.00954
                """);
        visits(last);
        evidence.update(43_000);
        assertThat(evidence.high).isEqualTo(46_984);
    }

    /**
     * Kafka: all met up to 35,240/s, which is the estimate. From 38,361/s on, 4 / √2 precisions above it, the holds at 38,412/s and
     * 41,622/s have 5.4 times what is allowed, which is more than 10 to the power 1 / √2, 5.1; three seconds at 57,090/s that met do
     * not refute it. The speed of the overloads differs, but all holds from 38,412/s on missed. Below, 32,068/s and the estimate have
     * nothing beyond, up to 32,374/s.
     */
    @Test
    void aShortVisitThatMetRefutesNoUpperEnd() {
        visits("""
                grow 159058 5 0.988 145675; grow 182094 5 0.997 116511; 28545 3 0; 57090 3 0.00228; 85636 3 0.07792
                85636 7 0.14246; 69921 3 0.58427; 69921 3 0.23641; 63181 3 0.09189; 63181 3 0.36097; 60058 3 0.34391
                60058 3 0.10961; grow 182094 5 0.996 84270; 48490 14 0.04261; 47035 14 0.03022; 45450 14 0.03427
                grow 182094 5 0.998 101958; 43768 14 0.01208; 41622 14 0.02913; 37488 14 0.00101; 36330 14 0.03794
                35240 14 0; 36297 14 0.00248; 38412 14 0.07895; 37294 14 0.00856; 35265 14 0.04525
                confirm 30946 30 0.0004 30946; 32068 14 0
                """);
        evidence.update(35_240);
        assertThat(evidence.estimate).isEqualTo(35_240);
        assertThat(evidence.low).isEqualTo(32_068);
        assertThat(evidence.high).isEqualTo(41_622);
    }

    /** 970 of 1,000 messages a second were done, for two seconds: less than 99.5 %, and too short to tell a growing backlog. */
    @Test
    void aRateAtWhichTooLittleWasDoneHasNotMet() {
        visits("500 3 0; 1000 2 0 970");
        evidence.update(1_000);
        assertThat(evidence.step(visits.get(0)).decision()).isEqualTo(CapacityStep.Decision.MET);
        CapacityStep open = evidence.step(visits.get(1));
        assertThat(open.decision()).isEqualTo(CapacityStep.Decision.UNDECIDED);
        assertThat(open.why()).isEqualTo("970/s achieved");
    }

    private static final String ARTEMIS = """
            grow 38912 5 0.995 29600; grow 38912 5 0.993 30353; 7437 3 0; 22310 3 0.157
            18216 3 0.125; 19163 5 0.0638; 17307 14 0.0221; 17315 14 0.0527; 17308 14 0.0086
            16285 14 0.0031; 16289 14 0.0491; 15308 14 0; 15657 14 0; 16346 14 0.0131; 16842 14 0.024
            16377 14 0.0014; 15982 14 0.0033; 15531 14 0.0075
            """;

    /** Artemis: far below the estimate there is 7,437/s only, so that a rate near it is worth the hold that confirms the end. */
    @Test
    void aLowerEndFarBelowTheEstimateIsNotTheRateToConfirm() {
        visits(ARTEMIS);
        evidence.update(16_000);
        assertThat(evidence.estimate).isCloseTo(16_000, within(500.0));
        double confirmed = evidence.lowToConfirm();
        // Four precisions below, and a third of one to spare.
        assertThat(confirmed).isCloseTo(evidence.estimate * 0.878, within(20.0));
        add(Purpose.CONFIRM, confirmed, 30, 0, confirmed);
        evidence.update(16_000);
        assertThat(evidence.low).isGreaterThanOrEqualTo(13_700);
        assertThat(evidence.high).isLessThan(17_500);
    }

    /** With three seconds at 14,873/s, six visits below 16,289/s met, and that rate is 8.1 % below the estimate. */
    @Test
    void severalVisitsThatMetAreALowerEndNearerToTheEstimate() {
        visits(ARTEMIS);
        visits("14873 3 0");
        evidence.update(16_000);
        assertThat(evidence.estimate).isGreaterThan(14_873 * Math.exp(0.12 / Math.sqrt(2)));
        assertThat(evidence.low).isEqualTo(14_873);
        assertThat(evidence.lowToConfirm()).isEqualTo(14_873);
    }

    /**
     * RabbitMQ: none of the holds at 18,035/s and 17,850/s clearly meets, with 0.4 and 0.2 of what is allowed, so that the highest
     * single one was 9,804/s. The five from 19,019/s to 20,663/s, as long as 4.4 holds, have 0.16 together, which is less than
     * 10 to the power -1/√4.4, 0.33, and 19,019/s is 8.1 % below the estimate, or more.
     */
    @Test
    void visitsThatMeetTogetherAreALowerEnd() {
        visits("""
                grow 42050 5 0.998 37211; grow 46514 5 0.999 40015; 9804 3 0; 19608 3 0; 29411 3 0.29421
                29411 3 0.47331; 24014 14 0.01518; 24014 13 0.03541; 21699 3 0; 22827 5 0.02297; 22827 6 0.00952
                21144 14 0.00518; 21880 14 0.03159; 22350 14 0.16836; 23590 14 0.37299; 22319 14 0.12291
                21096 14 0.06636; 18035 14 0.00417; 19019 14 0.00003; 20451 14 0.00433; 21732 14 0.02701
                20663 14 0.00207; 19657 14 0.00086; 18603 14 0; confirm 17850 30 0.00161 17850; 19762 6 0
                """);
        evidence.update(20_400);
        assertThat(evidence.estimate).isBetween(20_000.0, 21_096.0);
        assertThat(evidence.low).isEqualTo(19_019);
    }

    /** The backlog grows by 10, 20 and 30 messages in the seconds. */
    @Test
    void theGrowthOfTheBacklogHasItsIntervalFromThreeSecondsOn() {
        Visit visit = new Visit(Purpose.HOLD, 1_000, 0, 0, 1);
        int left = 0;
        for (int i = 0; i < 3; i++) {
            assertThat(evidence.step(visit).backlogErrorPerSecond()).isEmpty();
            left += 10 * (i + 1);
            long from = i * 1_000_000_000L;
            CapacitySecond.Tally tally = new CapacitySecond.Tally(0, 1);
            visit.add(
                    new CapacitySecond(from, from + 1_000_000_000L, 1_000, 1_000, 980, left, 0, List.of(tally)),
                    100,
                    GOAL);
        }
        CapacityStep step = evidence.step(visit);
        assertThat(step.backlogPerSecond()).isEqualTo(20);
        // Student's t of 2 degrees of freedom, 4.303, by the standard deviation, 10, by the root of 3.
        assertThat(step.backlogErrorPerSecond().orElseThrow()).isCloseTo(24.84, within(0.01));
    }
}
