package dev.dyno.report.study;

import java.util.Locale;
import java.util.Optional;

/**
 * Outcome of a claim by the rounds of a study.
 *
 * @param claim the source's words
 * @param source the source's figure
 * @param here ours with its interval, for users
 * @param why reason of the outcome
 * @param condition the claim as an expression
 * @param value ours, in the unit; of counts the share of rounds that meet it
 * @param low lower end of its interval at the confidence of all claims together; empty if it is unknown
 * @param high upper end; empty if it is unknown or there is none
 * @param unit of these, empty for a plain number
 * @param rounds that were used
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
