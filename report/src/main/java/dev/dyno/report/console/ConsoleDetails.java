package dev.dyno.report.console;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;

/** Further numbers of a run for the console: lengths of phases, counts, workers, resources, faults and clocks. */
record ConsoleDetails(RunResult result, List<String> lines) {

    static List<String> of(RunResult result, Roles roles) {
        ConsoleDetails details = new ConsoleDetails(result, new ArrayList<>());
        details.lines.add(line(
                "measured    %s (warm-up %s, drain %s)",
                time((double) result.measuredNs()), time((double) result.warmupNs()), time((double) result.drainNs())));
        details.totals(roles);
        result.due().ifPresent(details::due);
        result.latencies().percentiles(Latency.BLOCKED_TIME).ifPresent(details::blocked);
        WorkersTable.of(result).forEach(details::indented);
        ResourceTable.of(result).forEach(details::indented);
        if (!result.faults().isEmpty()) {
            FaultLines.table(result.faults(), roles).forEach(details::indented);
        }
        details.clocks();
        return details.lines;
    }

    private void totals(Roles roles) {
        Counts all = result.totals();
        List<String> counts = new ArrayList<>();
        if (roles.produces()) {
            counts.add(line("%,d sent, %,d blocked, %,d acknowledged", all.sent(), all.blocked(), all.acknowledged()));
        }
        if (roles.consumes()) {
            counts.add(line("%,d received", all.received()));
        }
        lines.add("with warm-up " + String.join(", ", counts));
    }

    /** Line about the messages of the measured phase. */
    private void due(DueMessages due) {
        lines.add(line(
                "due         %,d in the measured phase, %s served in time",
                due.messages(), Unit.PERCENT.text(100 * due.inTimeShare())));
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            result.latencies()
                    .percentiles(latency)
                    .filter(values -> values.unfinishedCount() > 0)
                    .ifPresent(values -> lines.add(line(
                            "            %s: %,d of %,d values (%s) are lower bounds",
                            latency.tag(),
                            values.unfinishedCount(),
                            values.count(),
                            Unit.PERCENT.text(100 * values.unfinishedShare()))));
        }
    }

    private void blocked(Percentiles blocked) {
        lines.add(line(
                "blocked     %s for the broker: %s on average, the longest %s",
                count(blocked.count(), "message waited", "messages waited"),
                time(blocked.mean()),
                time(blocked.max())));
    }

    private void indented(String line) {
        lines.add("  " + line);
    }

    private static String time(LatencyRange range) {
        return (range.isExact() ? "" : "≥ ") + time((double) range.lowNs());
    }

    private static String time(double ns) {
        return Unit.NANOSECONDS.text(ns);
    }

    private void clocks() {
        Counts totals = result.totals();
        if (totals.negative() > 0 || totals.foreignClock() > 0) {
            lines.add(line(
                    "clocks      %s below zero, %s with a sender's clock that cannot be compared: not in the latencies",
                    count(totals.negative(), "latency", "latencies"),
                    count(totals.foreignClock(), "message", "messages")));
        }
    }
}
