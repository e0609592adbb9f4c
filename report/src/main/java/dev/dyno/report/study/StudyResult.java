package dev.dyno.report.study;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Result of a study so far, as in {@code study.json}.
 *
 * @param only values to which the study was limited, by axis
 * @param started wall clock
 * @param planned number of the study's trials, with the finished ones of added rounds
 * @param environment environment of the first run
 * @param semantics facts of the semantics card that all runs share
 * @param semanticsThatDiffer other facts by name, each with the values by the cells that have them
 * @param definition the study file
 * @param claims claims of the source, with their outcomes so far
 * @param trials in the order in which they were run
 */
public record StudyResult(
        String name,
        String title,
        boolean quick,
        Map<String, Collection<String>> only,
        Instant started,
        int planned,
        Map<String, String> environment,
        Map<String, String> semantics,
        Map<String, Map<String, String>> semanticsThatDiffer,
        String definition,
        List<ClaimResult> claims,
        List<Trial> trials) {

    public static final int SCHEMA_VERSION = 1;

    public StudyResult {
        claims = List.copyOf(claims);
        trials = List.copyOf(trials);
    }

    public boolean isComplete() {
        return trials.size() == planned;
    }

    /** Number of rounds of the cells with these values: {@code 3}, or {@code 3 to 10} if some have more than planned. */
    String rounds(Study study, Map<String, String> values) {
        int planned = study.rounds().repeats();
        long most = trials.stream()
                .filter(trial -> trial.steps().stream().anyMatch(step -> has(trial, step, values)))
                .collect(Collectors.groupingBy(Trial::cell, Collectors.counting()))
                .values()
                .stream()
                .max(Comparator.naturalOrder())
                .orElse(0L);
        return planned + (most > planned ? " to " + most : "");
    }

    /** Results of the trials whose cells have these values. */
    List<Trial.StepResult> results(Map<String, String> values) {
        return trials.stream()
                .flatMap(trial -> trial.steps().stream().filter(step -> has(trial, step, values)))
                .toList();
    }

    static boolean has(Trial trial, Trial.StepResult step, Map<String, String> values) {
        return Cell.with(trial.cell(), Study.STEP, step.step()).entrySet().containsAll(values.entrySet());
    }

    Spread spread(Map<String, String> values, String measure) {
        List<Map<String, Double>> measured = results(values).stream()
                .map(Trial.StepResult::measures)
                .filter(measures -> measures.containsKey(measure))
                .toList();
        return Spread.of(
                measured.stream()
                        .flatMap(measures -> Optional.ofNullable(measures.get(measure)).stream())
                        .toList(),
                measured.stream()
                        .map(measures -> Measures.atMost(measures, measure))
                        .toList());
    }
}
