package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.compare.ConservativeBounds.Bound;
import dev.dyno.report.compare.ConservativeBounds.End;
import dev.dyno.report.store.RunSummary;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of the two sides of a comparison.
 *
 * @param name name in tables: A or B, baseline or run
 * @param title the setup, or the broker of its runs
 * @param runs the runs, each a block of the comparison
 */
public record Side(String name, String title, List<RunSummary> runs) {

    /** Side of stored runs, with a title from the runs themselves. */
    public static Side of(String name, List<RunSummary> runs) {
        String title = runs.stream().map(Side::titleOf).distinct().collect(Collectors.joining(" / "));
        return new Side(name, title, runs);
    }

    private static String titleOf(RunSummary run) {
        String broker = Stream.of(run.broker(), run.brokerVersion())
                .flatMap(fact -> fact.stream())
                .collect(Collectors.joining(" "));
        return run.result().name() + (broker.isEmpty() ? "" : " on " + broker);
    }

    /** A copy without unusable runs. */
    public Side usable() {
        return new Side(name, title, runs.stream().filter(Side::isUsable).toList());
    }

    /** Whether a run can be used: it ended well, and neither its verdict nor a mark says that it is invalid. */
    public static boolean isUsable(RunSummary run) {
        return run.result().outcome().success() && run.verdict().level() != Verdict.Level.INVALID;
    }

    /** Blocks of the runs with the figures of a rule. */
    List<Block> blocks(Latency latency, DecisionRule rule) {
        return blocks(latency, rule.margins().keySet());
    }

    /** Blocks of the runs, with the given figures beside those that every block has. */
    List<Block> blocks(Latency latency, Set<Figure> asked) {
        return runs.stream().map(run -> Block.of(run, latency, asked)).toList();
    }

    /** Text of the geometric mean of a figure's low or high ends, with its bound; empty if a run has no such end. */
    Optional<String> text(Figure figure, Latency latency, End end) {
        List<Block> blocks = blocks(latency, Set.of(figure));
        Bound bound = Bound.of(blocks, figure, end);
        String mark = bound == Bound.EXACT ? sign(figure, latency) : bound.mark;
        return ConservativeBounds.all(blocks, figure, end)
                .map(values -> mark + NumberText.value(Judgement.geometricMean(values)));
    }

    /** Number of runs that have not measured a figure, or whose value is zero. */
    long without(Figure figure, Latency latency) {
        return blocks(latency, Set.of(figure)).stream()
                .filter(block -> !block.values().containsKey(figure))
                .count();
    }

    /**
     * Kinds of the marks that a figure has in any of the runs, without {@link Kind#BOUND}, which the number itself shows.
     *
     * @param latency latency whose percentiles are compared
     */
    Set<Kind> marks(Figure figure, Latency latency) {
        return runs.stream()
                .flatMap(run -> figure.mark(run.numbers().by(latency)).stream())
                .map(FigureMark::kind)
                .filter(kind -> kind != Kind.BOUND)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
    }

    /** Prefix of a figure's number: {@code ~} if the figure has a mark, else empty. */
    String sign(Figure figure, Latency latency) {
        return marks(figure, latency).isEmpty() ? "" : "~";
    }

    /** The most informative latency that every run has measured: of delivery, or else of publishing; end-to-end if none has. */
    static Latency headline(Side a, Side b) {
        return Numbers.HEADLINES.stream()
                .filter(latency -> Stream.concat(a.runs.stream(), b.runs.stream())
                        .allMatch(run -> run.latencies().containsKey(latency.tag())))
                .findFirst()
                .orElse(Latency.END_TO_END);
    }

    /** Number and ids of the runs: {@code 2 runs: 4f2a91c0, 9e11d003}. */
    String runsInWords() {
        String ids = runs.stream().map(run -> run.result().shortId()).collect(Collectors.joining(", "));
        return Plural.count(runs.size(), "run", "runs") + (ids.isEmpty() ? "" : ": " + ids);
    }
}
