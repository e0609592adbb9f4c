package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Report of a comparison.
 *
 * @param design order of the runs
 * @param seed seed of that order, if Dyno made the runs for this comparison
 * @param latency latency whose percentiles are compared
 * @param judgements one for each figure that all runs have measured, or all up to the look that decided it; without those for
 *     which bounds allow either direction
 * @param notices differences and doubts that may explain the result
 */
public record ComparisonReport(
        Side a,
        Side b,
        Design design,
        Optional<Long> seed,
        Latency latency,
        DecisionRule rule,
        List<Judgement> judgements,
        List<Notice> notices) {

    private static final int MOST_IN_TITLE = 3;

    /**
     * Report on stored runs. The order of the runs, by their times, determines which calls are possible.
     *
     * @param paired whether the runs were made in pairs, one of each side shortly after the other, in the given order
     * @param latency latency whose percentiles are compared; empty = the most informative one
     * @param withUnusable whether failed and invalid runs count, too
     * @param varied whether everything that differs between the configurations of both sides was set on purpose
     */
    public static ComparisonReport ofStored(
            Side a,
            Side b,
            boolean paired,
            Optional<Latency> latency,
            DecisionRule rule,
            boolean withUnusable,
            boolean varied) {
        Side usedA = withUnusable ? a : used(a, b, paired);
        Side usedB = withUnusable ? b : used(b, a, paired);
        List<Notice> notices = new ArrayList<>();
        leftOut(a, usedA, notices);
        leftOut(b, usedB, notices);
        notices.addAll(Notices.of(usedA, usedB, varied));
        Latency shown = latency.orElseGet(() -> Side.headline(usedA, usedB));
        Design design = RunOrder.design(usedA, usedB, paired);
        List<Judgement> judgements = usedA.runs().isEmpty() || usedB.runs().isEmpty()
                ? List.of()
                : Judgement.once(rule, usedA.blocks(shown, rule), usedB.blocks(shown, rule), design);
        return new ComparisonReport(usedA, usedB, design, Optional.empty(), shown, rule, judgements, notices);
    }

    /** Usable runs of a side. If one run of a pair is unusable, both are left out. */
    private static Side used(Side side, Side other, boolean paired) {
        if (!paired) {
            return side.usable();
        }
        List<RunSummary> kept = new ArrayList<>();
        for (int i = 0; i < side.runs().size(); i++) {
            if (Side.isUsable(side.runs().get(i)) && Side.isUsable(other.runs().get(i))) {
                kept.add(side.runs().get(i));
            }
        }
        return new Side(side.name(), side.title(), kept);
    }

    private static void leftOut(Side all, Side used, List<Notice> notices) {
        List<RunSummary> left = new ArrayList<>(all.runs());
        left.removeAll(used.runs());
        left.removeIf(Side::isUsable);
        if (!left.isEmpty()) {
            notices.add(Notices.leftOut(all, left));
        }
    }

    /** Report on runs that were made for the comparison, pair by pair. */
    public static ComparisonReport ofPairs(Side a, Side b, Alternation.Plan plan, Alternation.Outcome outcome) {
        Design design = new Design.Pairs(outcome.beganWithA());
        DecisionRule rule = plan.rule();
        Latency latency = outcome.latency();
        // A comparison that continued after everything was clear has judged only the pairs up to then; here all are
        // judged.
        List<Judgement> judgements = plan.toTheEnd()
                ? Judgement.once(rule, a.blocks(latency, rule), b.blocks(latency, rule), design)
                : outcome.judgements();
        return new ComparisonReport(
                a, b, design, Optional.of(plan.seed()), latency, rule, judgements, Notices.of(a, b, true));
    }

    /** The difference between the sides in a few words: {@code linger.ms 0 → 5}. */
    public String title() {
        List<Difference> all = Notices.essence(a, b);
        String some = all.stream().limit(MOST_IN_TITLE).map(Difference::title).collect(Collectors.joining(", "));
        int others = all.size() - MOST_IN_TITLE;
        return all.isEmpty()
                ? a.name() + " and " + b.name() + " compared"
                : others > 0 ? some + ", and " + others + " more" : some;
    }

    /** Whether both sides have runs, so that there is a table. */
    public boolean hasRuns() {
        return !a.runs().isEmpty() && !b.runs().isEmpty();
    }

    /** Figures that were asked for, in order; each is a row of the table. */
    List<Figure> figures() {
        return List.copyOf(rule.margins().keySet());
    }

    Optional<Judgement> judgement(Figure figure) {
        return judgements.stream()
                .filter(judgement -> judgement.figure().equals(figure))
                .findFirst();
    }

    /** Call on a figure; {@link Call#NONE} if the figure is not compared. */
    Call call(Figure figure) {
        return judgement(figure).map(Judgement::call).orElse(Call.NONE);
    }

    /** Reason that concerns only this figure why there is no call on it: bounds, or runs that lack it; empty without one. */
    Optional<String> whyNot(Figure figure) {
        Optional<Judgement> judgement = judgement(figure);
        if (judgement.isPresent()) {
            return judgement
                    .filter(bounds ->
                            bounds.call() == Call.NONE && bounds.effect().hasInterval())
                    .map(bounds -> "a bound near the other side proves nothing");
        }
        List<String> sides = Stream.of(a, b)
                .filter(side -> side.without(figure, latency) > 0)
                .map(side -> Notices.count(side.without(figure, latency), side))
                .toList();
        boolean any = Stream.of(a, b)
                .anyMatch(side -> side.without(figure, latency) < side.runs().size());
        return Optional.of(
                sides.isEmpty()
                        ? "these bounds allow either direction"
                        : "not measured in "
                                + (any ? String.join(" and ", sides).replace("The", "the") : "any run"));
    }

    /** The result in one sentence: the figures by their calls, and the reasons where there is no call. */
    public String answer() {
        String sides = b.name() + " against " + a.name();
        Optional<String> whyNoCall = whyNoCall();
        if (whyNoCall.isPresent()) {
            return "No call on " + sides + ": " + whyNoCall.orElseThrow();
        }
        Map<Call, List<String>> byCall = new EnumMap<>(Call.class);
        figures().forEach(figure -> byCall.computeIfAbsent(call(figure), call -> new ArrayList<>())
                .add(figure.name()
                        + judgement(figure)
                                .filter(j -> j.call().isDifference())
                                .map(j -> NumberText.signed(j.effect().change()))
                                .or(() -> whyNot(figure))
                                .map(words -> " (" + words + ")")
                                .orElse("")));
        return byCall.entrySet().stream()
                .map(one -> ComparisonTable.words(one.getKey()) + " in " + String.join(", ", one.getValue()))
                .collect(Collectors.joining("; ", sides + ": ", "."));
    }

    /** Whether there is a call on each figure that was asked for. */
    public boolean isComplete() {
        return figures().stream().noneMatch(figure -> call(figure) == Call.NONE);
    }

    /** Whether B is called worse in a figure. */
    public boolean isWorse() {
        return judgements.stream().anyMatch(judgement -> judgement.call() == Call.WORSE);
    }

    /** Reason why there is no call on any figure, a sentence with advice; empty if calls can be made. */
    public Optional<String> whyNoCall() {
        if (judgements.isEmpty()) {
            return Optional.of(String.join(" ", new ComparisonTable(this).unjudged()));
        }
        if (design instanceof Design.NoCall none) {
            return Optional.of(none.why());
        }
        return judgements.stream().anyMatch(judgement -> judgement.effect().hasInterval())
                ? Optional.empty()
                : Optional.of(RunOrder.TOO_FEW);
    }
}
