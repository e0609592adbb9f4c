package dev.dyno.app.compare;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Unit;
import dev.dyno.report.compare.Alternation;
import dev.dyno.report.compare.Block;
import dev.dyno.report.compare.ComparisonReport;
import dev.dyno.report.compare.ComparisonTable;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.compare.Noise;
import dev.dyno.report.compare.Side;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Comparison of two setups that are run alternately and stored, with a line for each run, followed by the result. */
public final class SetupComparison implements Alternation.Runs {

    private static final double MINUTE_NS = 60e9;

    /** File beside a stored run with its position in the comparison. */
    private static final String POSITION_FILE = "comparison.json";

    /**
     * Position of a run in the comparison.
     *
     * @param side {@code A} or {@code B}
     * @param pair from 1; {@link Alternation#WARMUP_PAIR} if it does not count
     * @param number of the run among those that were stored, from 1, in the order of the runs
     * @param seed of that order
     */
    private record Position(String side, int pair, int number, long seed) {}

    /**
     * One of the two setups.
     *
     * @param name A or B
     * @param title its settings
     */
    public record Named(String name, String title, PlannedRun run) {}

    private final Named a;
    private final Named b;
    private final Alternation.Plan plan;
    private final boolean withInvalid;
    private final boolean allFacts;
    private final Optional<Path> runs;
    private final RunExecutor executor;
    private final SystemTime time;
    private final Screen screen;
    private int pairs;
    private long pairNs;
    private long beganNs;
    private long endNs;
    private int worst = Exit.GOOD;
    private boolean gaveUp;
    private int made;

    public SetupComparison(
            Named a,
            Named b,
            Alternation.Plan plan,
            boolean withInvalid,
            boolean allFacts,
            Optional<Path> runs,
            RunExecutor executor,
            SystemTime time,
            Screen screen) {
        this.a = a;
        this.b = b;
        this.plan = plan;
        this.withInvalid = withInvalid;
        this.allFacts = allFacts;
        this.runs = runs;
        this.executor = executor;
        this.time = time;
        this.screen = screen;
        pairs = plan.mostPairs();
    }

    /**
     * Runs the comparison, and prints a line for each run and the result.
     *
     * @return the comparison, if there was a pair
     */
    public Optional<ComparisonReport> carryOut() {
        beganNs = time.nanoTime();
        Alternation.Outcome outcome = Alternation.carryOut(plan, this);
        gaveUp = outcome.end() == Alternation.End.NO_USE;
        List<String> lines = new ArrayList<>(List.of("", ended(outcome)));
        if (outcome.left() > 0) {
            lines.add(Plural.count(outcome.left(), "pair was", "pairs were")
                    + " left out, because a run failed or was INVALID.");
        }
        lines.add("");
        if (outcome.a().isEmpty()) {
            screen.print(lines);
            return Optional.empty();
        }
        ComparisonReport report = ComparisonReport.ofPairs(
                new Side(a.name, a.title, outcome.a()), new Side(b.name, b.title, outcome.b()), plan, outcome);
        ComparisonTable table = new ComparisonTable(report);
        if (!plan.toTheEnd()) {
            lines.addAll(table.lines(allFacts));
        } else if (outcome.a().size() >= Effect.LEAST_BLOCKS) {
            lines.addAll(ComparisonTable.head(List.of(report.a(), report.b()), report.notices()));
            lines.addAll(Noise.lines(
                    Noise.of(plan.rule(), report.a(), report.b(), outcome.beganWithA(), outcome.latency()),
                    plan.rule()));
            lines.addAll(table.unjudged());
            lines.addAll(ComparisonTable.notices(report.a(), report.b(), report.notices(), allFacts));
        } else {
            lines.add("At least three pairs are needed to see how much pairs differ.");
        }
        screen.print(lines);
        return Optional.of(report);
    }

    /** Exit status: that of the last unusable run if the comparison gave up because of such runs, otherwise good. */
    public int status() {
        return gaveUp ? worst : Exit.GOOD;
    }

    private String ended(Alternation.Outcome outcome) {
        int done = outcome.a().size();
        String pairsDone = Plural.count(done, "pair", "pairs");
        String all = "All " + pairsDone + " have been run.";
        return switch (outcome.end()) {
            // A calibration runs all pairs: a setup cannot be clearly equal to itself.
            case CLEAR -> plan.toTheEnd() ? all : "Every figure is clear after " + pairsDone + ".";
            case ALL_PAIRS -> all;
            case TIME_IS_UP -> "The budget has no room for more than " + pairsDone + ".";
            case STOPPED -> "Stopped after " + pairsDone + ".";
            case NO_USE -> "Given up: three pairs in a row were of no use.";
        };
    }

    @Override
    public Optional<RunSummary> run(boolean ofA, int pair) {
        Named side = ofA ? a : b;
        boolean counts = pair != Alternation.WARMUP_PAIR;
        String label = (counts ? "[" + pair + "/" + pairs + "] " : "[warm-up] ") + side.name;
        try {
            RunExecutor.Done done = executor.run(side.run, label, runs);
            if (done.folder().isEmpty()) {
                throw new CannotRun(done.result().outcome().cause().orElse("it was not stored"));
            }
            RunSummary summary = new RunFolderReader(done.folder().get()).summary();
            made++;
            WholeFile.writeJson(
                    done.folder().get().resolve(POSITION_FILE), new Position(side.name, pair, made, plan.seed()));
            screen.print(List.of(label + "  " + line(summary)));
            boolean useful = Side.isUsable(summary)
                    || (withInvalid && summary.result().outcome().success());
            if (!useful) {
                worst = Exit.of(done.result());
            }
            return useful ? Optional.of(summary) : Optional.empty();
        } catch (CannotRun | IOException e) {
            screen.print(List.of(label + "  failed: " + e.getMessage()));
            worst = Exit.FAILED;
            return Optional.empty();
        }
    }

    private String line(RunSummary summary) {
        Latency latency = summary.numbers().headline().orElse(Latency.END_TO_END);
        Block block = Block.of(summary, plan.latency().orElse(latency), Set.of());
        String figures = figure(block, Figures.RATE, "%s/s  ")
                + figure(block, Figures.P50, "p50 %s ms  ")
                + figure(block, Figures.P99, "p99 %s ms  ");
        Outcome outcome = summary.result().outcome();
        return (outcome.success()
                        ? figures + summary.verdict().level()
                        : "failed: " + outcome.cause().orElse("it did not finish"))
                + "  " + summary.folderName() + left();
    }

    private static String figure(Block block, Figure figure, String format) {
        Double value = block.values().get(figure);
        String bound = block.isExact(figure) ? "" : "≥ ";
        return value == null ? "" : String.format(Locale.ROOT, format, bound + Unit.inColumn(value, 3));
    }

    /** Longest time until the end, as a text; empty in the first pair, which shows how long a pair takes. */
    private String left() {
        if (pairNs == 0) {
            return "";
        }
        long untilNs = Math.max(0, endNs - time.nanoTime());
        return String.format(Locale.ROOT, "  at most %.0f min to go", Math.ceil(untilNs / MINUTE_NS));
    }

    @Override
    public boolean isStopped() {
        return executor.wasStopped();
    }

    @Override
    public long nowNs() {
        return time.nanoTime();
    }

    @Override
    public void expect(int most, long lengthNs) {
        pairs = most;
        pairNs = lengthNs;
        endNs = Math.min(beganNs + plan.budgetNs(), time.nanoTime() + (most - 1) * lengthNs);
    }

    /** Lines about the two setups and the plan, shown before the first run. */
    public static List<String> head(Named a, Named b, Alternation.Plan plan, String budget) {
        int width = Math.max(a.name.length(), b.name.length());
        return List.of(
                a.name + " ".repeat(width - a.name.length()) + "  " + a.title,
                b.name + " ".repeat(width - b.name.length()) + "  " + b.title,
                "Up to " + plan.mostPairs() + " runs of each within " + budget + ", in pairs, in an order from seed "
                        + plan.seed() + ", after a pair that does not count. Ctrl+C ends it with the pairs so far.");
    }
}
