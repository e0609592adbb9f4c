package dev.dyno.engine.capacity;

import static dev.dyno.engine.capacity.KnownBroker.OBJECTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of searches on real brokers, on a machine of two processors: rate, seconds, share of the messages beyond 20 ms. */
class EvidenceTest {

    private static final CapacityGoal GOAL = KnownBroker.goal(List.of(OBJECTIVE), 1000);

    private final List<Visit> visits = new ArrayList<>();
    private final Evidence evidence = new Evidence(GOAL, visits, new Overloads(visits));

    private void hold(double perSecond, int seconds, double share) {
        add(Purpose.HOLD, perSecond, seconds, share, perSecond);
    }

    private void add(Purpose purpose, double perSecond, int seconds, double share, double achieved) {
        long begin = visits.isEmpty() ? 0 : visits.get(visits.size() - 1).toNs;
        Visit visit = new Visit(purpose, perSecond, begin, 0, 1);
        for (int i = 0; i < seconds; i++) {
            long from = begin + i * 1_000_000_000L;
            visit.add(
                    new CapacitySecond(
                            from,
                            from + 1_000_000_000L,
                            perSecond,
                            Math.round(perSecond),
                            Math.round(achieved),
                            Math.round((i + 1) * (perSecond - achieved)),
                            0,
                            List.of(new CapacitySecond.Tally(share * achieved, achieved))),
                    10,
                    GOAL);
        }
        visits.add(visit);
    }

    /** Kafka: at 40,428/s, 7 % were beyond at one time and less than 1 % at another, and the curve ends below all rates held. */
    @Test
    void aRateBelowAllThatMissedIsALowerEnd() {
        add(Purpose.GROW, 180_506, 5, 0.994, 148_184);
        add(Purpose.GROW, 185_230, 5, 0.999, 139_854);
        hold(31_814, 3, 0.00319);
        hold(63_628, 3, 0.56);
        hold(63_628, 3, 0.2315);
        hold(44_992, 3, 0);
        hold(49_064, 3, 0.132);
        hold(46_984, 3, 0.1851);
        hold(42_967, 14, 0.03103);
        hold(42_988, 14, 0.00965);
        hold(44_238, 14, 0.02464);
        hold(42_968, 14, 0.03186);
        hold(41_698, 14, 0.10483);
        hold(40_428, 14, 0.07083);
        hold(41_698, 14, 0.02534);
        hold(44_238, 14, 0.01813);
        hold(40_428, 14, 0.00954);
        evidence.update(43_000);
        assertThat(evidence.low).isBetween(1.0, 40_428.0);
        assertThat(evidence.high).isBetween(40_428.0, 63_628.0);
        assertThat(evidence.isKnown()).isTrue();
    }

    /** Overloads differ by more than twice, and all five holds from 46,984/s on missed: nothing was faster than that. */
    @Test
    void aChangeOfTheSpeedInOverloadsGoesNoFurtherThanWhatAllHoldsMissed() {
        add(Purpose.GROW, 180_506, 5, 0.994, 148_184);
        add(Purpose.GROW, 185_230, 5, 0.999, 139_854);
        hold(31_814, 3, 0.00319);
        hold(63_628, 3, 0.56);
        hold(63_628, 3, 0.2315);
        hold(53_505, 3, 0.1138);
        hold(49_064, 3, 0.132);
        hold(46_984, 3, 0.1851);
        add(Purpose.GROW, 185_230, 5, 0.994, 67_590);
        hold(42_967, 14, 0.03103);
        hold(42_988, 14, 0.00965);
        add(Purpose.GROW, 185_230, 5, 0.994, 78_630);
        hold(41_698, 14, 0.10483);
        hold(40_428, 14, 0.00954);
        evidence.update(43_000);
        assertThat(evidence.high).isEqualTo(46_984);
    }

    /** Artemis: far below the estimate there is 7,437/s only, so that a rate near it is worth the hold that confirms the end. */
    @Test
    void aLowerEndFarBelowTheEstimateIsNotTheRateToConfirm() {
        add(Purpose.GROW, 38_912, 5, 0.995, 29_600);
        add(Purpose.GROW, 38_912, 5, 0.993, 30_353);
        hold(7_437, 3, 0);
        hold(14_873, 3, 0);
        hold(22_310, 3, 0.157);
        hold(18_216, 3, 0.125);
        hold(19_163, 5, 0.0638);
        hold(17_307, 14, 0.0221);
        hold(17_315, 14, 0.0527);
        hold(17_308, 14, 0.0086);
        hold(16_285, 14, 0.0031);
        hold(16_289, 14, 0.0491);
        hold(15_308, 14, 0);
        hold(15_657, 14, 0);
        hold(16_346, 14, 0.0131);
        hold(16_842, 14, 0.024);
        hold(16_377, 14, 0.0014);
        hold(15_982, 14, 0.0033);
        hold(15_531, 14, 0.0075);
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

    /**
     * RabbitMQ: none of the holds at 18,035/s and 17,850/s clearly meets, with 0.4 and 0.2 of what is allowed, so that the highest
     * single one was 9,804/s. The seven from 18,035/s to 20,663/s have 0.18 together, which is less than 10 to the power -1/√7, 0.42.
     */
    @Test
    void visitsThatMeetTogetherAreALowerEnd() {
        add(Purpose.GROW, 42_050, 5, 0.998, 37_211);
        add(Purpose.GROW, 46_514, 5, 0.999, 40_015);
        hold(9_804, 3, 0);
        hold(19_608, 3, 0);
        hold(29_411, 3, 0.29421);
        hold(29_411, 3, 0.47331);
        hold(24_014, 14, 0.01518);
        hold(24_014, 13, 0.03541);
        hold(21_699, 3, 0);
        hold(22_827, 5, 0.02297);
        hold(22_827, 6, 0.00952);
        hold(21_144, 14, 0.00518);
        hold(21_880, 14, 0.03159);
        hold(22_350, 14, 0.16836);
        hold(23_590, 14, 0.37299);
        hold(22_319, 14, 0.12291);
        hold(21_096, 14, 0.06636);
        hold(18_035, 14, 0.00417);
        hold(19_019, 14, 0.00003);
        hold(20_451, 14, 0.00433);
        hold(21_732, 14, 0.02701);
        hold(20_663, 14, 0.00207);
        hold(19_657, 14, 0.00086);
        hold(18_603, 14, 0);
        add(Purpose.CONFIRM, 17_850, 30, 0.00161, 17_850);
        hold(19_762, 6, 0);
        evidence.update(20_400);
        assertThat(evidence.estimate).isBetween(20_000.0, 21_096.0);
        assertThat(evidence.low).isEqualTo(18_035);
    }
}
