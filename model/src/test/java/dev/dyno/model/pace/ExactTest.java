package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExactTest {

    private static final long MOST = 1L << 51;

    private static void assertExact(long n, long factor, long addend, long divisor) {
        final BigInteger exact = BigInteger.valueOf(n)
                .multiply(BigInteger.valueOf(factor))
                .add(BigInteger.valueOf(addend))
                .divide(BigInteger.valueOf(divisor));
        final long expected = exact.bitLength() > 62 ? Long.MAX_VALUE : exact.longValueExact();
        assertThat(Exact.multiplyAddDivide(n, factor, addend, divisor))
                .as("(%d * %d + %d) / %d", n, factor, addend, divisor)
                .isEqualTo(expected);
    }

    @Test
    void quotientsOfAllMagnitudesAreExact() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            assertExact(
                    random.nextLong() >>> (1 + random.nextInt(62)),
                    random.nextLong(MOST + 1) >>> random.nextInt(52),
                    random.nextLong(MOST + 1) >>> random.nextInt(52),
                    1 + (random.nextLong(MOST) >>> random.nextInt(52)));
        }
    }

    @Test
    void quotientsAroundWholeNumbersAreExact() {
        final SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 200_000; i++) {
            // n is a multiple of the divisor, or one off: the rounded quotient is a whole number either way.
            final long divisor = 1 + (random.nextLong(MOST) >>> random.nextInt(52));
            final long factor = random.nextLong(MOST + 1) >>> random.nextInt(52);
            final long multiple = divisor * (random.nextLong(Long.MAX_VALUE / divisor) >>> random.nextInt(20));
            assertExact(multiple, factor, 0, divisor);
            assertExact(multiple, factor, divisor - 1, divisor);
            assertExact(Math.max(0, multiple - 1), factor, 0, divisor);
        }
    }

    @Test
    void theEndsOfTheRangesAreExact() {
        final long[] ns = {0, 1, Exact.LIMIT - 1, Exact.LIMIT, Long.MAX_VALUE};
        final long[] others = {1, 2, MOST - 1, MOST};
        for (final long n : ns) {
            for (final long factor : others) {
                for (final long divisor : others) {
                    assertExact(n, factor, 0, divisor);
                    assertExact(n, factor, MOST, divisor);
                    assertExact(n, 0, MOST, divisor);
                }
            }
        }
    }
}
