package dev.dyno.report.compare;

import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.history.RunFacts;
import dev.dyno.report.store.RunSummary;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of the two that are compared.
 *
 * @param name as it is called in tables: A or B, baseline or run
 * @param title what it is: the setup, or the broker of its runs
 * @param runs its blocks
 */
public record Side(String name, String title, List<RunSummary> runs) {

    public Side {
        runs = List.copyOf(runs);
    }

    /** Of stored runs, which say themselves what they are. */
    public static Side of(String name, List<RunSummary> runs) {
        String title = runs.stream().map(Side::titleOf).distinct().collect(Collectors.joining(" / "));
        return new Side(name, title, runs);
    }

    private static String titleOf(RunSummary run) {
        RunFacts facts = RunFacts.of(run);
        String broker = Stream.of(facts.broker(), facts.brokerVersion())
                .flatMap(fact -> fact.stream())
                .collect(Collectors.joining(" "));
        return run.result().name() + (broker.isEmpty() ? "" : " on " + broker);
    }

    /** The same without the runs whose numbers cannot be used. */
    public Side usable() {
        return new Side(name, title, runs.stream().filter(Side::isUsable).toList());
    }

    /** Whether the numbers of a run can be used: it ended well, and neither its verdict nor anybody since has called it invalid. */
    public static boolean isUsable(RunSummary run) {
        return run.result().outcome().success() && level(run) != Verdict.Level.INVALID;
    }

    /** A mark outweighs what was measured, where it says that the run is not to be used. */
    public static Verdict.Level level(RunSummary run) {
        return RunFacts.of(run).verdict();
    }

    /** What its runs came to. */
    List<Block> blocks(Latency latency) {
        return runs.stream().map(run -> Block.of(run, latency)).toList();
    }

    /** The latency that says most and that every run of both sides has measured: of delivery, else of publishing. */
    static Latency headline(Side a, Side b) {
        return Numbers.HEADLINES.stream()
                .filter(latency -> Stream.concat(a.runs.stream(), b.runs.stream())
                        .allMatch(run -> run.latencies().containsKey(latency.tag())))
                .findFirst()
                .orElse(Latency.END_TO_END);
    }

    /** How many, and which: {@code 2 runs: 4f2a91c0, 9e11d003}. */
    String runsInWords() {
        return Plural.count(runs.size(), "run", "runs")
                + (runs.isEmpty()
                        ? ""
                        : ": "
                                + runs.stream()
                                        .map(run -> RunFacts.of(run).shortId())
                                        .collect(Collectors.joining(", ")));
    }
}
