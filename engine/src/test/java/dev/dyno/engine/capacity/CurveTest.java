package dev.dyno.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class CurveTest {

    /**
     * A share that is 0.01 at 4,750/s, grows there by 50 for ln of the rate, and has nearly all messages beyond at 5,000/s: with 1 - 50
     * ln(5000 / 4750) / ln 100 = 0.443, its exponent is 50 z / (1 - 8.6 z). A straight one has it at 4,732/s.
     */
    @Test
    void theCurveIsBentTowardsTheRateOfAnOverload() {
        double room = Math.log(5_000 / 4_750.0);
        double bend = (1 - 50 * room / Math.log(100)) / room;
        Curve curve = new Curve(
                DoubleStream.of(-0.03, -0.01, 0.01, 0.03)
                        .mapToObj(z -> new Curve.Point(
                                4_750 * Math.exp(z), 66_500 / (1 + 99 * Math.exp(-50 * z / (1 - bend * z))), 66_500))
                        .toList(),
                KnownBroker.OBJECTIVE,
                5_000,
                false);
        assertThat(curve.theta()).isCloseTo(4_750, within(5.0));
        assertThat(curve.slope()).isCloseTo(50, within(2.0));
    }

    /**
     * Standstills: of 5,000/s a share of 0.01 is beyond at 3,000/s, so 0.004 / (1 - rate / 5,000) at each rate. For ln of the rate it
     * grows by 0.6 / 0.4 there, which a few rates far above it tell as well as others.
     */
    @Test
    void theCurveOfStandstillsHasItsFormAtAllRates() {
        Curve curve = new Curve(
                DoubleStream.of(1_000, 2_500, 4_000, 4_500)
                        .mapToObj(rate -> new Curve.Point(rate, 66_500 / (1 + 99 * (1 - rate / 5_000) / 0.4), 66_500))
                        .toList(),
                KnownBroker.OBJECTIVE,
                5_000,
                true);
        assertThat(curve.theta()).isCloseTo(3_000, within(3.0));
        assertThat(curve.slope()).isCloseTo(1.5, within(0.02));
    }
}
