package dev.dyno.model.pace;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** The times of a shape by the book, in fractions of any length: slow, plain, and sharing no code with the real thing. */
final class ExactTimes {

    private static final MathContext DIGITS = new MathContext(80);

    private final List<Leg> legs = new ArrayList<>();
    private final boolean repeats;

    /** Linear change from one rate per ns to another; the last leg of a shape that does not repeat lasts for ever. */
    private record Leg(Fraction from, Fraction to, BigInteger lengthNs) {

        Fraction events() {
            return from.plus(to).times(new Fraction(lengthNs, BigInteger.TWO));
        }
    }

    private record Fraction(BigInteger numerator, BigInteger denominator) {

        static Fraction of(Rate rate) {
            return new Fraction(BigInteger.valueOf(rate.events()), BigInteger.valueOf(rate.perNs()));
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                    denominator.multiply(other.denominator));
        }

        Fraction times(Fraction other) {
            return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
        }

        Fraction minus(Fraction other) {
            return plus(new Fraction(other.numerator.negate(), other.denominator));
        }

        Fraction over(Fraction other) {
            return new Fraction(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
        }

        BigInteger floor() {
            return numerator.divide(denominator);
        }

        boolean lessThan(Fraction other) {
            return minus(other).numerator.signum() < 0;
        }

        BigDecimal decimal() {
            return new BigDecimal(numerator).divide(new BigDecimal(denominator), DIGITS);
        }
    }

    ExactTimes(Shape shape) {
        repeats = shape instanceof Shape.Steps all && all.repeats();
        if (shape instanceof Shape.Constant constant) {
            add(constant.rate(), constant.rate(), 1);
        } else if (shape instanceof Shape.Ramp ramp) {
            add(ramp.from(), ramp.to(), ramp.durationNs());
            add(ramp.to(), ramp.to(), 1);
        } else if (shape instanceof Shape.Steps steps) {
            steps.steps().forEach(step -> add(step.rate(), step.rate(), step.durationNs()));
        }
    }

    private void add(Rate from, Rate to, long lengthNs) {
        legs.add(new Leg(Fraction.of(from), Fraction.of(to), BigInteger.valueOf(lengthNs)));
    }

    long timeNs(long i) {
        Fraction rest = new Fraction(BigInteger.valueOf(i), BigInteger.ONE);
        BigInteger startNs = BigInteger.ZERO;
        if (repeats) {
            Fraction cycle = new Fraction(BigInteger.ZERO, BigInteger.ONE);
            BigInteger cycleNs = BigInteger.ZERO;
            for (final Leg leg : legs) {
                cycle = cycle.plus(leg.events());
                cycleNs = cycleNs.add(leg.lengthNs());
            }
            final BigInteger cycles = rest.over(cycle).floor();
            rest = rest.minus(cycle.times(new Fraction(cycles, BigInteger.ONE)));
            startNs = cycles.multiply(cycleNs);
        }
        for (int k = 0; k < legs.size(); k++) {
            final Leg leg = legs.get(k);
            final boolean holds = !repeats && k == legs.size() - 1;
            if (holds && leg.from().numerator().signum() == 0) {
                return Schedule.NEVER;
            }
            if (holds || rest.lessThan(leg.events())) {
                final BigInteger timeNs = startNs.add(inside(leg, rest));
                return timeNs.bitLength() > 62 ? Schedule.NEVER : timeNs.longValueExact();
            }
            rest = rest.minus(leg.events());
            startNs = startNs.add(leg.lengthNs());
        }
        throw new AssertionError("send " + i + " is in no piece");
    }

    private static BigInteger inside(Leg leg, Fraction events) {
        final Fraction slope = leg.to().minus(leg.from()).over(new Fraction(leg.lengthNs(), BigInteger.ONE));
        if (slope.numerator().signum() == 0) {
            return events.over(leg.from()).floor();
        }
        // from t + slope t^2 / 2 = events
        final BigDecimal from = leg.from().decimal();
        final BigDecimal root = from.multiply(from)
                .add(slope.decimal().multiply(events.decimal()).multiply(BigDecimal.valueOf(2)))
                .max(BigDecimal.ZERO)
                .sqrt(DIGITS);
        // 10^-40 ns more, so that the digits that are missing from the quotients do not turn 2 s into 1.999999999 s.
        return root.subtract(from)
                .divide(slope.decimal(), DIGITS)
                .add(BigDecimal.ONE.scaleByPowerOfTen(-40))
                .setScale(0, RoundingMode.FLOOR)
                .toBigInteger();
    }
}
