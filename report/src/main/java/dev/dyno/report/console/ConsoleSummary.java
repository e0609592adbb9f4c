package dev.dyno.report.console;

import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.verdict.FaultsRule;
import dev.dyno.model.verdict.ThresholdRule;
import java.util.ArrayList;
import java.util.List;

/** The numbers of a run for the console. Failures, outages and unfinished messages have lines only if there were any. */
record ConsoleSummary(
        RunResult result, List<Outage> outages, ConsoleReporter.Options options, int width, List<String> lines) {

    private static final int LABEL = 12;

    /** Maximum number of outages that are listed: more would not be read. */
    private static final int MAX_OUTAGES = 5;

    static List<String> of(RunResult result, List<Outage> outages, ConsoleReporter.Options options, int width) {
        ConsoleSummary summary = new ConsoleSummary(result, outages, options, width, new ArrayList<>());
        summary.fill();
        return summary.lines;
    }

    static String label(String label) {
        return label + " ".repeat(LABEL - label.length());
    }

    static List<String> labelled(String label, String text, int width) {
        return Wrap.broken(label(label), label(""), text, width);
    }

    private void fill() {
        silences();
        if (result.measuredNs() > 0) {
            rates();
            lines.addAll(LatencyTable.lines(result.latencies(), result.verdict(), options.verbose(), width));
            result.due().filter(DueMessages::hasUnfinished).ifPresent(this::unfinished);
            result.latencies()
                    .percentiles(Latency.ROUND_TRIP)
                    .ifPresent(trips -> add(
                            "replies",
                            line(
                                    "%,d of %,d requests were answered",
                                    trips.count() - trips.unfinishedCount(), trips.count())));
        }
        if (result.measuredNs() > 0 || result.outcome().success()) {
            failed(result.totals());
            result.conditions().flatMap(VerdictInputs::foreign).ifPresent(this::foreign);
            ledger();
            result.conditions()
                    .flatMap(VerdictInputs::fairness)
                    .ifPresent(index -> add(
                            "fairness", line("%.3f by Jain's index: 1 = each consumer of a queue got as many", index)));
            result.verdict().notes().stream()
                    .filter(note -> List.of("undelivered", "ramp").contains(note.code()))
                    .forEach(note -> add(note.code(), options.text().of(note)));
            result.backlog().ifPresent(backlog -> add("backlog", BacklogLine.of(backlog)));
            FaultLines.of(result.faults(), options.roles()).forEach(fault -> add("fault", fault));
            WorkersTable.inOne(result).ifPresent(workers -> add("workers", workers));
            result.verdict().notes().stream()
                    .filter(ThresholdRule::isOf)
                    .forEach(note -> add("threshold", options.text().of(note)));
            add("cost", CostLine.of(result));
            if (options.verbose()) {
                lines.addAll(ConsoleDetails.of(result, options.roles()));
            }
        }
    }

    private void add(String label, String text) {
        if (!text.isEmpty()) {
            lines.addAll(labelled(label, text, width));
        }
    }

    private void silences() {
        outages.stream().limit(MAX_OUTAGES).forEach(outage -> add("outage", FaultsRule.headline(outage)));
        if (outages.size() > MAX_OUTAGES) {
            add("", "and " + (outages.size() - MAX_OUTAGES) + " more");
        }
    }

    private void rates() {
        List<String> rates = new ArrayList<>();
        result.conditions()
                .map(VerdictInputs::intendedPerSecond)
                .filter(asked -> asked > 0 && options.roles().produces())
                .ifPresent(asked -> rates.add(Unit.PER_SECOND.text(asked) + " asked"));
        List<String> others = new ArrayList<>();
        Numbers numbers = Numbers.of(result);
        for (Figure figure : Figures.of(Use.CONSOLE)) {
            figure.text(numbers)
                    .filter(text -> options.roles().show(figure))
                    .ifPresent(text -> (figure.unit() == Unit.PER_SECOND ? rates : others)
                            .add(Wrap.joined(text + ' ' + figure.words())));
        }
        long carried = result.carriedOver();
        String late = carried > 0 && !rates.isEmpty()
                ? "; " + Plural.count(carried, "message was", "messages were") + " due in the warm-up"
                : "";
        add("rate /s", String.join(", ", rates) + late);
        add("asked", result.configured().held().orElse(""));
        add("bytes", String.join(", ", others));
    }

    /** Line about the unfinished messages of the measured phase: nothing that was due is left out. */
    private void unfinished(DueMessages due) {
        List<String> parts = new ArrayList<>();
        some(due.unsent(), "unsent", parts);
        some(due.unacknowledged(), "unacknowledged", parts);
        String notReceived = result.ledger().notOwed() > 0 ? "undelivered or missed" : "undelivered";
        some(options.roles().consumes() ? due.undelivered() : 0, notReceived, parts);
        String served = line(
                " of %,d due, %s served in time; they count in the latencies: ≥ is a lower bound",
                due.messages(), Unit.PERCENT.text(100 * due.inTimeShare()));
        add("unfinished", String.join(", ", parts) + served);
    }

    private void failed(Counts totals) {
        List<String> parts = new ArrayList<>();
        some(totals.failed(), totals.failed() == 1 ? "send failed" : "sends failed", parts);
        some(totals.skipped(), "times of the schedule left out", parts);
        add("not sent", String.join(", ", parts));
    }

    /** Adds the line about messages of other programs. */
    private void foreign(ForeignMessages foreign) {
        double perSecond = result.measuredNs() > 0 ? result.measured().received() * 1e9 / result.measuredNs() : 0;
        add(
                "foreign",
                line(
                        "%s of other programs, %s each on average, %s/s",
                        Plural.count(foreign.messages(), "message", "messages"),
                        Unit.BYTES.text(foreign.meanBytes()),
                        Unit.BYTES.text(foreign.meanBytes() * perSecond)));
        foreign.timestamps().forEach(timestamp -> add("", "by timestamp, in steps of 1 ms: from " + timestamp));
    }

    private void ledger() {
        LedgerCounts ledger = result.ledger();
        boolean isForeign = result.conditions().flatMap(VerdictInputs::foreign).isPresent()
                && ledger.expected() + ledger.corrupt() == 0;
        if (isForeign) {
            add("ledger", "not judged: messages of another program");
            return;
        }
        List<String> parts = new ArrayList<>();
        if (options.roles().consumes()) {
            parts.add(
                    ledger.delivered() == ledger.expected()
                            ? line("%,d delivered", ledger.delivered())
                            : line("%,d of %,d delivered", ledger.delivered(), ledger.expected()));
            parts.add(ledger.lossKnown() ? count(ledger.lost(), "lost") : "loss not judged");
            long fetched = Math.min(
                    ledger.inBroker(),
                    result.conditions().map(VerdictInputs::fetched).orElse(0L));
            some(ledger.inBroker() - fetched, "still in the broker", parts);
            some(fetched, "in the client library", parts);
            some(ledger.fateUnknown(), "of unknown fate", parts);
            parts.add(count(ledger.duplicate(), "duplicate"));
            parts.add(count(ledger.reordered(), "reordered"));
            some(ledger.rejected(), "rejected", parts);
            some(ledger.expired(), "expired", parts);
            some(ledger.deadLettered(), "dead-lettered", parts);
            some(ledger.corrupt(), "corrupt", parts);
            some(ledger.stale(), "of another run", parts);
            some(ledger.notOwed(), "missed by subscriptions that were gone while their connection was", parts);
        } else {
            parts.add("loss not judged, because there are no consumers here");
        }
        if (ledger.inDoubt() > 0) {
            parts.add(line("%,d in doubt", ledger.inDoubt())
                    + (options.roles().consumes() ? line(" (%,d delivered)", ledger.inDoubtDelivered()) : ""));
        }
        if (!ledger.exact()) {
            parts.add("all of them bounds");
        }
        add("ledger", String.join(", ", parts));
    }

    private static String count(long count, String words) {
        return line("%,d", count) + Wrap.joined(" ") + words;
    }

    /** Adds a count with its words, unless it is 0. */
    static void some(long count, String words, List<String> parts) {
        if (count > 0) {
            parts.add(count(count, words));
        }
    }
}
