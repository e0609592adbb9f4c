package dev.dyno.report.study;

import java.util.Locale;
import java.util.Optional;

/**
 * Outcome of a claim, decided by the rounds of a study.
 *
 * @param claim the source's words
 * @param source the source's figure
 * @param here value in this study with its interval, for users
 * @param why reason of the outcome
 * @param condition the claim as an expression
 * @param value value in this study; for a claim about counts the share of rounds that meet it
 * @param low lower end of the interval, at the confidence of all claims together; empty if it is unknown
 * @param high upper end of the interval; empty if it is unknown or there is none
 * @param unit unit of these values; empty for a plain number
 * @param rounds number of rounds that were used
 */
public record ClaimResult(
        String claim,
        String source,
        String here,
        Outcome outcome,
        String why,
        String condition,
        Optional<Double> value,
        Optional<Double> low,
        Optional<Double> high,
        String unit,
        int rounds) {

    /** Decision about a claim. */
    public enum Outcome {
        CONFIRMED,
        REFUTED,
        UNDECIDED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
