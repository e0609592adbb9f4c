package dev.dyno.report.console;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;

/**
 * The console of a load: a line about its progress, and at the end its numbers, the fate of its messages, its cost, and the
 * verdict with advice.
 */
public final class ConsoleReporter implements Reporter {

    /**
     * @param roles sides of the load whose numbers are shown
     * @param silent whether only the cause of a failure and a verdict other than VALID are shown
     * @param verbose whether everything is shown
     * @param text makes the sentences of the verdict
     */
    public record Options(Roles roles, boolean silent, boolean verbose, FindingText text) {}

    private final Screen screen;
    private final ProgressLine progress;
    private final Options options;
    private List<Outage> outages = List.of();

    public ConsoleReporter(Screen screen, ProgressLine.OfLoad load, Options options) {
        this.screen = screen;
        this.options = options;
        progress = new ProgressLine(load);
    }

    @Override
    public void onInterval(Interval interval) {
        String line = progress.of(interval, screen.width());
        if (!options.silent() && interval.hasRates()) {
            screen.progress(line);
        }
    }

    @Override
    public void onSeconds(RunTimeSeries seconds) {
        outages = seconds.outages();
    }

    @Override
    public void onResult(RunResult result) {
        screen.keep();
        List<String> lines = new ArrayList<>();
        if (!options.silent()) {
            lines.add("");
            lines.addAll(ConsoleSummary.of(result, outages, options, screen.width()));
        }
        Outcome outcome = result.outcome();
        if (outcome.interrupted() && !options.silent()) {
            lines.add(ConsoleSummary.label("outcome") + "stopped before its end");
        }
        // The cause is left out if a reason of the verdict has it.
        outcome.cause()
                .filter(cause -> result.verdict().reasons().stream()
                        .flatMap(reason -> reason.values().stream())
                        .noneMatch(value -> value.text().contains(cause)))
                .ifPresent(cause ->
                        lines.addAll(ConsoleSummary.labelled("cause", VerdictLines.oneLine(cause), screen.width())));
        if (!options.silent() || result.verdict().level() != Verdict.Level.VALID) {
            lines.addAll(VerdictLines.of(result.verdict(), options.text(), screen));
        }
        screen.print(lines);
    }
}
