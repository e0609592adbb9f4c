package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Result of a study in sentences: the range of its first measures over the cells, and the state of its runs. */
final class StudyAnswer {

    /** Maximum number of codes; the findings have all. */
    private static final int MOST_CODES = 3;

    private static final String FAILED = "failed";

    private final Study study;
    private final StudyResult result;
    private final List<StudyTable.Row> rows;

    StudyAnswer(Study study, StudyResult result, StudyTable table) {
        this.study = study;
        this.result = result;
        rows = table.rows();
    }

    /** A sentence for the first measure of the table, and one for its first latency; empty if nothing was measured. */
    List<String> measures() {
        List<Figure> judged = study.output().table().stream()
                .filter(figure -> figure.better() != Figure.Better.NEITHER)
                .toList();
        Optional<Figure> first = judged.stream().findFirst();
        Optional<Figure> latency = judged.stream()
                .filter(figure -> figure.unit() == Unit.NANOSECONDS
                        && first.filter(figure::equals).isEmpty())
                .findFirst();
        List<String> sentences = new ArrayList<>();
        first.flatMap(this::range).ifPresent(sentences::add);
        latency.flatMap(this::range).ifPresent(sentences::add);
        return sentences;
    }

    private record Measured(Map<String, String> values, Spread spread) {}

    private Optional<String> range(Figure figure) {
        List<Measured> measured = rows.stream()
                .map(row -> new Measured(row.values(), result.spread(row.values(), figure.name())))
                .filter(one -> one.spread.count() > 0)
                .sorted(Comparator.comparingDouble(one -> one.spread.median()))
                .toList();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        Measured least = measured.get(0);
        Measured most = measured.get(measured.size() - 1);
        String value = least.spread.text(figure.unit());
        String values = measured.size() == 1 || value.equals(most.spread.text(figure.unit()))
                ? value
                : "from " + text(figure, least) + " to " + text(figure, most);
        String name = figure.title().substring(0, 1).toUpperCase(Locale.ROOT)
                + figure.title().substring(1);
        // A value known only by a bound may be above the highest.
        long open = measured.stream()
                .filter(one -> one.spread.medianAtMost() > most.spread.medianAtMost())
                .count();
        String rest = open == 0 ? "" : "; of " + open + (open == 1 ? " other" : " others") + " only bounds are known";
        return Optional.of(name + ": " + values + rest + ".");
    }

    private String text(Figure figure, Measured one) {
        String label = Cell.label(one.values);
        return one.spread.text(figure.unit()) + (label.isEmpty() ? "" : " with " + label);
    }

    /** Whether all runs ended well without any reason to doubt them. */
    boolean isTrusted() {
        return rows.stream()
                .flatMap(row -> row.results().stream())
                .allMatch(step -> step.success() && step.reasons().isEmpty());
    }

    /** Number of runs of each verdict, with the most frequent reasons. */
    String trust() {
        Map<String, Integer> ends = new LinkedHashMap<>();
        Map<String, Integer> codes = new LinkedHashMap<>();
        List.of("VALID", "SUSPECT", "INVALID", FAILED).forEach(end -> ends.put(end, 0));
        for (StudyTable.Row row : rows) {
            for (Trial.StepResult step : row.results()) {
                ends.merge(step.success() ? step.level() : FAILED, 1, Integer::sum);
                step.reasons().stream()
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
