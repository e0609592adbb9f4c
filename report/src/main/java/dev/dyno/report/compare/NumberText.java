package dev.dyno.report.compare;

import dev.dyno.model.result.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Shares and values as text. */
final class NumberText {

    private static final double HUNDRED = 100;
    /** Size of a change below which it is printed as 0.00 %. */
    private static final double NOTHING = 0.5e-4;

    /** Change above which an interval that includes zero, or a smallest visible change, is not printed: 1,000 %. */
    private static final double MOST = 10;

    private static final MathContext DIGITS = new MathContext(6);

    private NumberText() {}

    /** A change with its sign: {@code +3.20 %}, {@code -12.5 %}. */
    static String signed(double change) {
        // The sign of zero means nothing.
        double shown = Math.abs(change) < NOTHING ? 0 : change;
        return String.format(Locale.ROOT, "%+,." + decimals(change) + "f %%", shown * HUNDRED);
    }

    /** The size of a change: {@code 3.20 %}. */
    static String size(double change) {
        return String.format(Locale.ROOT, "%,." + decimals(change) + "f %%", Math.abs(change) * HUNDRED);
    }

    /** The smallest visible change; {@code nothing} if it is above 1,000 %. */
    static String seen(double smallest) {
        return smallest > MOST ? "nothing" : size(smallest);
    }

    private static int decimals(double change) {
        double percent = Math.abs(change) * HUNDRED;
        return percent >= 99.95 ? 0 : percent >= 9.995 ? 1 : 2;
    }

    /** A share in the notation of a user: {@code 3 %}, {@code 0.5 %}. */
    static String given(double share) {
        return number(share) + " %";
    }

    static String number(double share) {
        return BigDecimal.valueOf(share * HUNDRED)
                .round(DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A value with four significant digits, three below 1, and never fewer than before the decimal point. */
    static String value(double value) {
        return Unit.inColumn(value, Math.abs(value) < 1 ? 3 : 4);
    }

    /** Interval of a change; {@code unknown} if there is none, {@code nothing is known} if it is too wide to be of use. */
    static String interval(Effect effect) {
        return isKnown(effect)
                ? signed(effect.lowest()) + " to " + signed(effect.highest())
                : effect.hasInterval() ? "nothing is known" : "unknown";
    }

    /** Whether a change has an interval that excludes zero or stays within 1,000 %. */
    static boolean isKnown(Effect effect) {
        return effect.hasInterval()
                && (effect.excludesZero() || Math.abs(effect.log()) + effect.halfWidth() <= Math.log1p(MOST));
    }
}
