package dev.dyno.model.threshold;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Unit;
import java.math.BigDecimal;

/**
 * Limit of a figure, with its unit.
 *
 * @param value in the unit of {@link Figure#of}, at least 0
 * @param text the limit with its unit; parses back
 */
record ThresholdLimit(double value, String text) {

    /**
     * @param whole text that the limit is a part of
     * @param name of the figure in the user's notation
     * @throws IllegalArgumentException with a sentence
     */
    static ThresholdLimit parse(String whole, String name, Figure figure, String given) {
        Unit unit = figure.unit();
        boolean isWhole = isWhole(figure);
        try {
            return switch (unit) {
                case NANOSECONDS, NANOSECONDS_PER_MESSAGE -> {
                    check(!given.matches("[0-9.]+") || given.equals("0"));
                    long ns = Units.parseDurationNs(given);
                    yield new ThresholdLimit(ns, ns == 0 ? given : Units.formatDuration(ns));
                }
                case PER_SECOND -> {
                    Rate rate = Rate.parse(given);
                    yield new ThresholdLimit(rate.perSecond(), rate.toString());
                }
                case BYTES -> {
                    long bytes = Units.parseBytes(given);
                    yield new ThresholdLimit(bytes, Units.formatBytes(bytes));
                }
                case BYTES_PER_SECOND -> {
                    check(given.endsWith("/s"));
                    long bytes = Units.parseBytes(given.substring(0, given.length() - 2));
                    yield new ThresholdLimit(bytes, Units.formatBytesPerSecond(bytes));
                }
                case PERCENT -> {
                    check(given.endsWith("%"));
                    BigDecimal number = number(given.substring(0, given.length() - 1));
                    yield new ThresholdLimit(number.doubleValue(), plain(number) + '%');
                }
                default -> {
                    BigDecimal number = number(given);
                    check(!isWhole || number.stripTrailingZeros().scale() <= 0);
                    yield new ThresholdLimit(number.doubleValue(), plain(number));
                }
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    Units.quoted(whole) + "; the limit of " + name + " must be " + expected(unit, isWhole) + ".", e);
        }
    }

    /** Whether the figure has whole numbers as values. */
    static boolean isWhole(Figure figure) {
        return figure.unit() == Unit.COUNT && figure.is(Use.WHOLE);
    }

    private static void check(boolean good) {
        if (!good) {
            throw new IllegalArgumentException();
        }
    }

    private static BigDecimal number(String text) {
        check(text.matches("\\d{1,18}(\\.\\d{1,9})?"));
        return new BigDecimal(text);
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static String expected(Unit unit, boolean isWhole) {
        return switch (unit) {
            case NANOSECONDS -> "a duration with its unit, like 20ms";
            case NANOSECONDS_PER_MESSAGE -> "the time of a message with its unit, like 50us";
            case PER_SECOND -> "a rate, like 20000/s";
            case BYTES -> "a size, like 2GiB";
            case BYTES_PER_SECOND -> "a size per second, like 10MiB/s";
            case PERCENT -> "a percentage with its sign, like 5%";
            default -> isWhole ? "a whole number" : "a number";
        };
    }
}
