package dev.dyno.report.study;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Plural;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** State of the runs of a study in sentences. */
final class StudyAnswer {

    /** Maximum number of codes; the findings have all. */
    private static final int MOST_CODES = 3;

    private static final String FAILED = "failed";

    private final List<StudyTable.Row> rows;

    StudyAnswer(StudyTable table) {
        rows = table.rows();
    }

    /** Whether all runs that the driver offers ended well without any reason to doubt them. */
    boolean isTrusted() {
        return rows.stream()
                .flatMap(row -> row.results().stream())
                .allMatch(step ->
                        !step.offered() || (step.success() && step.reasons().isEmpty()));
    }

    /** Number of runs of each verdict, with the most frequent reasons. */
    String trust() {
        Map<String, Integer> ends = new LinkedHashMap<>();
        Map<String, Integer> codes = new LinkedHashMap<>();
        List.of("VALID", "SUSPECT", "INVALID", FAILED, Trial.StepResult.NOT_OFFERED)
                .forEach(end -> ends.put(end, 0));
        for (StudyTable.Row row : rows) {
            for (Trial.StepResult step : row.results()) {
                String otherwise = step.offered() ? FAILED : Trial.StepResult.NOT_OFFERED;
                ends.merge(step.success() ? step.level() : otherwise, 1, Integer::sum);
                step.reasons().stream()
                        .filter(reason -> step.offered())
                        .map(Finding::code)
                        .distinct()
                        .forEach(code -> codes.merge(code, 1, Integer::sum));
            }
        }
        ends.values().removeIf(count -> count == 0);
        int runs = ends.values().stream().mapToInt(Integer::intValue).sum();
        String reasons = codes.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_CODES)
                .map(code -> code.getKey() + " in " + code.getValue())
                .collect(Collectors.joining(", "));
        int left = codes.size() - MOST_CODES;
        return Plural.count(runs, "run: ", "runs: ")
                + ends.entrySet().stream()
                        .map(end -> (ends.size() > 1 ? end.getValue() + " " : runs > 1 ? "all " : "") + end.getKey())
                        .collect(Collectors.joining(", "))
                + "."
                + (reasons.isEmpty() ? "" : " Reasons: " + reasons + (left > 0 ? " and " + left + " more" : "") + ".");
    }
}
