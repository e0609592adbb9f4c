package dev.dyno.report.compare;

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
        report.judgements().forEach(judgement -> figures.computeIfAbsent(judgement.call(), call -> new ArrayList<>())
                .add(figure(judgement)));
        return sides + ": "
                + figures.entrySet().stream()
                        .map(one -> ComparisonTable.words(one.getKey()) + " in " + String.join(", ", one.getValue()))
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private static String figure(Judgement judgement) {
        String name = judgement.figure().name();
        return switch (judgement.call()) {
            case BETTER, WORSE -> name + " (" + Shown.signed(judgement.effect().change()) + ")";
            case EQUIVALENT, INCONCLUSIVE, NONE -> name;
        };
    }
}
