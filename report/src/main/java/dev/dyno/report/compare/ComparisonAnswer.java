package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Result of a comparison in one sentence: its figures by their calls, differences first. */
final class ComparisonAnswer {

    private ComparisonAnswer() {}

    /** The sentence; if nothing can be called, the reason and the remedy. */
    static String of(ComparisonReport report) {
        String sides = report.b().name() + " against " + report.a().name();
        Optional<String> whyNoCall = report.whyNoCall();
        if (whyNoCall.isPresent()) {
            return "No call on " + sides + ": " + whyNoCall.orElseThrow();
        }
        Map<Call, List<String>> figures = new EnumMap<>(Call.class);
        report.figures().forEach(figure -> figures.computeIfAbsent(report.call(figure), call -> new ArrayList<>())
                .add(words(figure, report)));
        return sides + ": "
                + figures.entrySet().stream()
                        .map(one -> ComparisonTable.words(one.getKey()) + " in " + String.join(", ", one.getValue()))
                        .collect(Collectors.joining("; "))
                + ".";
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
