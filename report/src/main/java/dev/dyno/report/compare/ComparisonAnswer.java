package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Result of a comparison in one sentence: its figures by their calls, differences first. */
final class ComparisonAnswer {

    private ComparisonAnswer() {}

    /** The sentence; if nothing can be called, the reason and the remedy. */
    static String of(ComparisonReport report) {
        return noCall(report).orElseGet(() -> sentence(report, EnumSet.allOf(Call.class)));
    }

    /** That and why nothing can be called; empty if calls can be made. */
    static Optional<String> noCall(ComparisonReport report) {
        return report.whyNoCall().map(why -> "No call on " + sides(report) + ": " + why);
    }

    /** The sentence about the figures with some calls; at least one. */
    static String sentence(ComparisonReport report, Set<Call> calls) {
        Map<Call, List<String>> figures = new EnumMap<>(Call.class);
        report.figures().stream()
                .filter(figure -> calls.contains(report.call(figure)))
                .forEach(figure -> figures.computeIfAbsent(report.call(figure), call -> new ArrayList<>())
                        .add(words(figure, report)));
        return sides(report) + ": "
                + figures.entrySet().stream()
                        .map(one -> ComparisonTable.words(one.getKey()) + " in " + String.join(", ", one.getValue()))
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private static String sides(ComparisonReport report) {
        return report.b().name() + " against " + report.a().name();
    }

    private static String words(Figure figure, ComparisonReport report) {
        return switch (report.call(figure)) {
            case BETTER, WORSE ->
                report.judgement(figure)
                        .map(j -> figure.name() + " (" + Shown.signed(j.effect().change()) + ")")
                        .orElseThrow();
            case EQUIVALENT, INCONCLUSIVE, NONE -> figure.name();
        };
    }
}
