package dev.dyno.report;

import static dev.dyno.report.ConsoleFormat.line;

import dev.dyno.figure.Figure;
import dev.dyno.figure.Figure.Use;
import dev.dyno.figure.Figures;
import dev.dyno.figure.Numbers;
import dev.dyno.figure.Unit;
import dev.dyno.result.Conditions;
import dev.dyno.result.Counts;
import dev.dyno.result.Due;
import dev.dyno.result.ForeignMessages;
import dev.dyno.result.Interval;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outage;
import dev.dyno.result.OutageFinder;
import dev.dyno.result.Outcome;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerUsage;
import dev.dyno.verdict.OutageRule;
import dev.dyno.verdict.UndeliveredRule;
import java.io.Flushable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The console of {@code artemis perf}: its live lines and its summary in their exact form, with our latencies in the same
 * columns, and after the summary more: rates of the measured phase, the ledger, the faults, the cause of a failure, the verdict.
 *
 * <p>As there, totals include warmup and aggregated latencies do not; rates are per second also in a shorter interval; what
 * was not measured is left out.
 */
public final class ConsoleReporter implements Reporter {

    /**
     * @param showLatency percentiles in the live lines; the summary always has them
     * @param silent nothing is shown but a failure's cause and a verdict other than VALID
     * @param scheduled there is a target rate, so a delay against it can be shown
     * @param sides whose lines are shown
     * @param warmup the length of one that is not given as a time: shown with each interval of it; may be empty
     */
    public record Options(boolean showLatency, boolean silent, boolean scheduled, Sides sides, String warmup) {

        Options(boolean showLatency, boolean silent, boolean scheduled, Sides sides) {
            this(showLatency, silent, scheduled, sides, "");
        }
    }

    /** Those of {@code artemis perf} first and in its order, then ours. */
    private static final List<Latency> ORDER = List.of(
            Latency.SEND_DELAY,
            Latency.SEND_ACK,
            Latency.TRANSFER,
            Latency.RESPONSE,
            Latency.END_TO_END,
            Latency.BY_TIMESTAMP,
            Latency.COMMIT,
            Latency.RECEIVE_COMMIT);

    /** A rate per second of the few milliseconds that most drains take says nothing; its counts are in the totals. */
    private static final double SHORT_DRAIN_SECONDS = 0.1;

    private final Appendable out;
    private final Options options;
    private final OutageFinder outages = new OutageFinder();

    /** @param out is flushed after each interval if it is a {@link Flushable} */
    public ConsoleReporter(Appendable out, Options options) {
        this.out = out;
        this.options = options;
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        outages.add(interval);
        boolean tail = interval.phase() == Interval.Phase.DRAIN && interval.seconds() < SHORT_DRAIN_SECONDS;
        if (options.silent() || tail) {
            return;
        }
        Counts counts = interval.counts();
        StringBuilder text = new StringBuilder(1024);
        boolean warmup = interval.phase() == Interval.Phase.WARMUP;
        text.append("\n--- warmup ")
                .append(warmup)
                .append(warmup && !options.warmup().isEmpty() ? ", " + options.warmup() : "")
                .append('\n');
        if (options.sides().produces()) {
            text.append(ConsoleFormat.rate("sent:", LiveView.perSecond(interval, counts.sent())));
            text.append(ConsoleFormat.rate("blocked:", LiveView.perSecond(interval, counts.blocked())));
            text.append(ConsoleFormat.rate("completed:", LiveView.perSecond(interval, counts.acknowledged())));
        }
        if (options.sides().consumes()) {
            text.append(ConsoleFormat.rate("received:", LiveView.perSecond(interval, counts.received())));
        }
        if (counts.skipped() > 0) {
            text.append(ConsoleFormat.count("skipped:", counts.skipped()));
        }
        if (counts.failed() > 0) {
            text.append(ConsoleFormat.count("failed:", counts.failed()));
        }
        if (options.showLatency()) {
            Latencies latencies = LiveView.latencies(interval);
            for (Latency latency : shown()) {
                latencies
                        .percentiles(latency)
                        .ifPresent(values -> text.append(ConsoleFormat.latency(liveLabel(latency), values)));
            }
        }
        print(text);
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        StringBuilder text = new StringBuilder(2048);
        if (!options.silent()) {
            text.append('\n');
            summary(result, text);
            text.append('\n');
            for (Outage outage : outages.found(result)) {
                text.append("outage      ").append(OutageRule.headline(outage)).append('\n');
            }
            if (result.measuredNs() > 0 || result.outcome().success()) {
                measured(result, text);
                worker(result, text);
                text.append(WorkersTable.of(result));
                text.append(ResourceLines.of(result));
                result.conditions().flatMap(Conditions::foreign).ifPresent(foreign -> foreign(foreign, result, text));
                ledger(result, text);
                UndeliveredRule.sentence(result)
                        .ifPresent(sentence ->
                                text.append("undelivered ").append(sentence).append('\n'));
                result.backlog().map(BacklogLine::of).ifPresent(text::append);
                if (!result.faults().isEmpty()) {
                    text.append(FaultsTable.of(result.faults(), options.sides()));
                }
                clocks(result.totals(), text);
            }
        }
        outcome(result.outcome(), text);
        verdict(result.verdict(), text);
        print(text);
    }

    private void summary(RunResult result, StringBuilder text) {
        Counts totals = result.totals();
        text.append("--- SUMMARY\n");
        text.append(ConsoleFormat.result(result.outcome().success()));
        if (options.sides().produces()) {
            text.append(ConsoleFormat.total("total sent:", totals.sent()));
            text.append(ConsoleFormat.total("total blocked:", totals.blocked()));
            text.append(ConsoleFormat.total("total completed:", totals.acknowledged()));
        }
        if (options.sides().consumes()) {
            text.append(ConsoleFormat.total("total received:", totals.received()));
        }
        if (totals.skipped() > 0) {
            text.append(ConsoleFormat.total("total skipped:", totals.skipped()));
        }
        if (totals.failed() > 0) {
            text.append(ConsoleFormat.total("total failed:", totals.failed()));
        }
        for (Latency latency : shown()) {
            result.latencies()
                    .percentiles(latency)
                    .ifPresent(values -> text.append(ConsoleFormat.aggregated(aggregatedLabel(latency), values)));
        }
    }

    private void measured(RunResult result, StringBuilder text) {
        text.append(line(
                "measured    %.3f s (warmup %.3f s, drain %.3f s)\n",
                result.measuredNs() / 1e9, result.warmupNs() / 1e9, result.drainNs() / 1e9));
        if (result.measuredNs() <= 0) {
            return;
        }
        figures("rates       ", result, unit -> unit == Unit.PER_SECOND, text);
        figures("figures     ", result, unit -> unit != Unit.PER_SECOND, text);
        result.due().ifPresent(due -> due(due, result.latencies(), text));
        result.latencies()
                .percentiles(Latency.BLOCKED_TIME)
                .ifPresent(blocked -> text.append(line(
                        "blocked     %,d messages waited for the broker before they were sent: %s on average, %s at most\n",
                        blocked.count(), Unit.NANOSECONDS.text(blocked.meanNs()), Unit.NANOSECONDS.text((double)
                                blocked.maxNs()))));
    }

    /** What became of the messages that belong to the measured phase: nothing that was due is left out. */
    private void due(Due due, Latencies latencies, StringBuilder text) {
        if (!options.scheduled() && !due.hasUnfinished()) {
            return;
        }
        text.append(line("due         %,d in the measured phase", due.messages()));
        if (options.scheduled()) {
            text.append(
                    line(", %s %% served in time; unsent %,d", ConsoleFormat.share(due.inTimeShare()), due.unsent()));
        }
        text.append(line(", unacknowledged %,d", due.unacknowledged()));
        if (options.sides().consumes()) {
            text.append(line(", undelivered %,d", due.undelivered()));
        }
        text.append('\n');
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            latencies
                    .percentiles(latency)
                    .ifPresent(values -> text.append(ConsoleFormat.unfinished(latency.tag(), values)));
        }
    }

    private void figures(String label, RunResult result, Predicate<Unit> units, StringBuilder text) {
        String separator = label;
        for (Figure figure : Figures.of(Use.CONSOLE)) {
            Optional<Figure.Value> value = figure.of(Numbers.of(result));
            if (value.isPresent()
                    && units.test(figure.unit())
                    && options.sides().show(figure)) {
                text.append(separator)
                        .append(shown(figure.unit(), value.get().low()))
                        .append(' ')
                        .append(figure.words());
                separator = ", ";
            }
        }
        text.append(separator.equals(label) ? "" : "\n");
    }

    /** Rates whole where a tenth of a message would only be noise. */
    private static String shown(Unit unit, double value) {
        return unit == Unit.PER_SECOND ? line(value < 100 ? "%.1f" : "%,.0f", value) : unit.text(value);
    }

    private static void worker(RunResult result, StringBuilder text) {
        WorkerUsage worker = result.worker();
        if (worker.seconds() <= 0) {
            return;
        }
        text.append(line("worker      %.2f cores busy", worker.cpuSeconds() / worker.seconds()));
        long messages =
                Math.max(result.measured().acknowledged(), result.measured().received());
        if (messages > 0) {
            text.append(line(" (%.1f us of CPU a message)", worker.cpuSeconds() * 1e6 / messages));
        }
        text.append(line(
                result.workers().isEmpty()
                        ? ", %.3f s in garbage collections"
                        : ", at most %.3f s of one worker in garbage collections",
                worker.gcSeconds()));
        result.resources(ResourceSample.WORKER)
                .flatMap(used -> used.get(ResourceMetric.RSS))
                .ifPresent(rss -> text.append(", RSS ")
                        .append(ResourceLines.bytes(rss.max()))
                        .append(" max"));
        worker.hostBusy().ifPresent(busy -> text.append(line(", host %.0f %% busy", busy * 100)));
        text.append('\n');
    }

    /** With the bytes a second, which tools that only consume show first. */
    private static void foreign(ForeignMessages foreign, RunResult result, StringBuilder text) {
        double perSecond = result.measuredNs() > 0 ? result.measured().received() * 1e9 / result.measuredNs() : 0;
        text.append(line(
                "foreign     %,d messages of other programs, %s each on average, %s/s\n",
                foreign.messages(),
                ResourceLines.bytes(foreign.meanBytes()),
                ResourceLines.bytes(foreign.meanBytes() * perSecond)));
        for (String timestamp : foreign.timestamps()) {
            text.append("            by timestamp, in steps of 1 ms: from ")
                    .append(timestamp)
                    .append('\n');
        }
    }

    private void ledger(RunResult result, StringBuilder text) {
        LedgerCounts ledger = result.ledger();
        Optional<ForeignMessages> foreign = result.conditions().flatMap(Conditions::foreign);
        if (foreign.isPresent() && ledger.expected() + ledger.corrupt() == 0) {
            text.append(line("ledger      not judged: messages of another program\n"));
            return;
        }
        if (!options.sides().consumes()) {
            text.append(line("ledger      no consumers here: loss not judged; in doubt %d\n", ledger.inDoubt()));
            return;
        }
        text.append(line(
                "ledger      expected %d, delivered %d, %s%s%s, duplicate %d%s\n",
                ledger.expected(),
                ledger.delivered(),
                ledger.lossKnown() ? "lost " + ledger.lost() : "loss not judged",
                ledger.inBroker() > 0 ? ", still in the broker " + ledger.inBroker() : "",
                ledger.fateUnknown() > 0 ? ", of unknown fate " + ledger.fateUnknown() : "",
                ledger.duplicate(),
                ledger.exact() ? "" : " (bounds only)"));
        text.append(line(
                "            reordered %d, corrupt %d, stale %d, in doubt %d",
                ledger.reordered(), ledger.corrupt(), ledger.stale(), ledger.inDoubt()));
        if (ledger.inDoubt() > 0) {
            text.append(line(" (%d delivered)", ledger.inDoubtDelivered()));
        }
        text.append('\n');
        if (ledger.notOwed() > 0) {
            text.append(line(
                    "            not owed %d: missed by subscriptions that were gone while their connection was\n",
                    ledger.notOwed()));
        }
    }

    private static void clocks(Counts totals, StringBuilder text) {
        if (totals.negative() > 0 || totals.foreignClock() > 0) {
            text.append(line(
                    "clocks      %d latencies below zero, %d messages of a clock that cannot be compared: not in the"
                            + " latencies\n",
                    totals.negative(), totals.foreignClock()));
        }
    }

    private void outcome(Outcome outcome, StringBuilder text) {
        if (outcome.interrupted() && !options.silent()) {
            text.append("outcome     stopped before its end\n");
        }
        outcome.cause()
                .ifPresent(cause ->
                        text.append("cause       ").append(oneLine(cause)).append('\n'));
    }

    private void verdict(Verdict verdict, StringBuilder text) {
        if (options.silent() && verdict.level() == Verdict.Level.VALID) {
            return;
        }
        text.append("VERDICT: ").append(verdict.level()).append('\n');
        for (Verdict.Reason reason : verdict.reasons()) {
            text.append(line("  %-7s %s: %s\n", reason.level(), reason.code(), oneLine(reason.sentence())));
        }
        if (!verdict.reasons().isEmpty()) {
            text.append(line(
                    "  dyno explain %s says more\n",
                    verdict.reasons().stream()
                            .map(Verdict.Reason::code)
                            .distinct()
                            .collect(Collectors.joining(" "))));
        }
    }

    /** Without a target rate there is nothing to be late against. */
    private List<Latency> shown() {
        return options.scheduled() ? ORDER : ORDER.subList(1, ORDER.size());
    }

    /** The names of {@code artemis perf} where it has one; 16 characters at most keep the columns. */
    private static String liveLabel(Latency latency) {
        return switch (latency) {
            case SEND_DELAY -> "send delay time:";
            case SEND_ACK -> "send ack time:";
            case RESPONSE -> "response time:";
            case TRANSFER -> "transfer time:";
            case END_TO_END -> "end-to-end time:";
            case COMMIT -> "commit time:";
            case RECEIVE_COMMIT -> "receive commit:";
            case OWN_DELAY -> "own delay:";
            case BLOCKED_TIME -> "blocked time:";
            case BY_TIMESTAMP -> "by timestamp:";
        };
    }

    private static String aggregatedLabel(Latency latency) {
        return switch (latency) {
            case SEND_DELAY -> "delay send time:";
            case SEND_ACK -> "send time:";
            default -> liveLabel(latency);
        };
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private void print(CharSequence text) throws IOException {
        out.append(text);
        if (out instanceof Flushable flushable) {
            flushable.flush();
        }
    }

    /** The output is not ours: it stays open. */
    @Override
    public void close() {}
}
