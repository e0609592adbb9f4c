package dev.dyno.model.pace;

import dev.dyno.driver.setting.Units;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number of events per time, as an exact fraction in lowest terms: equal rates are equal records with equal texts.
 *
 * @param events number of events, 0 for a pause; at most {@code perNs}
 * @param perNs duration in ns, 1 to 10^15 once in lowest terms
 */
public record Rate(long events, long perNs) {

    /** No events. */
    public static final Rate ZERO = new Rate(0, 1);

    private static final long SECOND_NS = 1_000_000_000;
    private static final long MAX_PER_NS = 1_000_000_000_000_000L;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([kM]?)(?:/(.*[a-z]))?");

    public Rate {
        if (events < 0 || perNs < 1) {
            throw new IllegalArgumentException(events + " per " + perNs + "ns; must not be negative.");
        }
        final long divisor =
                BigInteger.valueOf(events).gcd(BigInteger.valueOf(perNs)).longValueExact();
        events /= divisor;
        perNs /= divisor;
        if (events > perNs) {
            throw new IllegalArgumentException(
                    events + " per " + perNs + "ns; must be at most 1000000000/s, one per ns.");
        }
        if (perNs > MAX_PER_NS) {
            throw new IllegalArgumentException(events + " per " + perNs
                    + "ns; must be a whole number of millionths per second. Give fewer decimals.");
        }
    }

    public static Rate perSecond(long events) {
        return new Rate(events, SECOND_NS);
    }

    /** The rate nearest to a number of events per second, in steps of a millionth per second. */
    public static Rate nearest(double perSecond) {
        return new Rate(Math.round(perSecond * 1e6), MAX_PER_NS);
    }

    /**
     * Parses {@code 30000}, {@code 30000/s}, {@code 0.5/s}, {@code 1.5k/s}, {@code 2M/s}, {@code 90/min}, {@code 100/h} or
     * {@code 1/7s}; a bare number is per second, {@code k} is 1000 and {@code M} is 1000000.
     */
    public static Rate parse(String text) {
        final Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw bad(text);
        }
        final BigDecimal amount = new BigDecimal(Units.group(parts, 1)).multiply(prefix(Units.group(parts, 2)));
        final long perNs = perNs(text, Units.group(parts, 3));
        // Events and duration are multiplied by the power of ten that makes the amount a whole number.
        final BigInteger scale = BigInteger.TEN.pow(Math.max(0, amount.scale()));
        final BigInteger events = amount.multiply(new BigDecimal(scale)).toBigIntegerExact();
        final BigInteger per = BigInteger.valueOf(perNs).multiply(scale);
        final BigInteger divisor = events.gcd(per);
        if (events.compareTo(per) > 0) {
            throw new IllegalArgumentException(text + "; must be at most 1000000000/s, one per ns.");
        }
        if (per.divide(divisor).compareTo(BigInteger.valueOf(MAX_PER_NS)) > 0) {
            throw new IllegalArgumentException(
                    text + "; must be a whole number of millionths per second. Give fewer decimals.");
        }
        return new Rate(
                events.divide(divisor).longValueExact(), per.divide(divisor).longValueExact());
    }

    /** Events per second, rounded to a double. */
    public double perSecond() {
        return (double) events / perNs * SECOND_NS;
    }

    public boolean isZero() {
        return events == 0;
    }

    /** The rate per second, minute or hour, the first of them that is exact in nine decimals; otherwise a count per duration. */
    @Override
    public String toString() {
        final String[] units = {"/s", "/min", "/h"};
        long unitNs = SECOND_NS;
        for (final String unit : units) {
            final BigInteger scaled = BigInteger.valueOf(events)
                    .multiply(BigInteger.valueOf(unitNs))
                    .multiply(BigInteger.valueOf(SECOND_NS));
            final BigInteger[] quotient = scaled.divideAndRemainder(BigInteger.valueOf(perNs));
            if (quotient[1].signum() == 0) {
                return plain(new BigDecimal(quotient[0], 9)) + unit;
            }
            unitNs *= 60;
        }
        return events + "/" + Units.formatDuration(perNs);
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static BigDecimal prefix(String prefix) {
        return switch (prefix) {
            case "k" -> BigDecimal.valueOf(1_000);
            case "M" -> BigDecimal.valueOf(1_000_000);
            default -> BigDecimal.ONE;
        };
    }

    private static long perNs(String text, String unit) {
        return switch (unit) {
            case "", "s" -> SECOND_NS;
            case "min" -> 60 * SECOND_NS;
            case "h" -> 3_600 * SECOND_NS;
            default -> {
                // "/7s" and "/100ms" are durations; "/ms" is none, because it has no number.
                final long ns;
                try {
                    ns = Units.parseDurationNs(unit);
                } catch (IllegalArgumentException e) {
                    throw bad(text);
                }
                if (ns == 0) {
                    throw bad(text);
                }
                yield ns;
            }
        };
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                Units.quoted(text)
                        + "; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per second.");
    }
}
