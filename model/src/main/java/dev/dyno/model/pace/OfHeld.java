package dev.dyno.model.pace;

import dev.dyno.driver.setting.Units;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Constant rate as a percentage of the highest rate that the broker holds, which a search finds before the load.
 *
 * @param percent of the highest rate that is known to hold, above 0, at most {@value #MAX_PERCENT}; each of several groups of
 *     producers sends this percentage of an equal part
 */
public record OfHeld(double percent, ArrivalProcess arrivals) implements LoadShape {

    public static final int MAX_PERCENT = 200;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*%\\s+of\\s+held");

    /**
     * Parses {@code 80% of held}.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static OfHeld parse(String text) {
        final Matcher parts = TEXT.matcher(text);
        final double percent = parts.matches() ? Double.parseDouble(Units.group(parts, 1)) : 0;
        if (percent <= 0 || percent > MAX_PERCENT) {
            throw new IllegalArgumentException(
                    text + "; must be above 0% and at most " + MAX_PERCENT + "% of held, like 80% of held.");
        }
        return new OfHeld(percent, ArrivalProcess.REGULAR);
    }

    @Override
    public OfHeld withArrivals(ArrivalProcess other) {
        return new OfHeld(percent, other);
    }

    /** The notation without arrivals, for example {@code 80% of held}. */
    public String share() {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "% of held";
    }

    @Override
    public String toString() {
        return arrivals == ArrivalProcess.POISSON ? share() + " poisson" : share();
    }
}
