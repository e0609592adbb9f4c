package dev.dyno.report.console;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.store.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Several runs as a table for the console, one line each, with a line for each named group of a run below it. */
public final class RunsTable {

    private static final List<String> HEAD =
            List.of("run", "sent/s", "received/s", "response p50", "p99", "end-to-end p50", "p99", "lost", "verdict");

    private RunsTable() {}

    /**
     * A row; an unknown value is a dash.
     *
     * @param more sentences for below the table
     * @param groups rows of its groups
     */
    public record Row(List<String> cells, List<String> more, List<Row> groups) {

        /** Row of a run with a result, complete or partial. */
        public static Row of(String label, RunResult result, FindingText text) {
            return of(label, result, result.verdict().text(), text);
        }

        private static Row of(String label, RunResult result, String verdict, FindingText text) {
            Counts measured = result.measured();
            double seconds = result.measuredNs() / 1e9;
            Latencies latencies = result.latencies();
            return new Row(
                    List.of(
                            label,
                            rate(measured.sent(), seconds),
                            rate(measured.received(), seconds),
                            millis(latencies.percentile(Latency.RESPONSE, 50)),
                            millis(latencies.percentile(Latency.RESPONSE, 99)),
                            millis(latencies.percentile(Latency.END_TO_END, 50)),
                            millis(latencies.percentile(Latency.END_TO_END, 99)),
                            result.ledger().knowsLost()
                                    ? Unit.COUNT.text((double) result.ledger().lost())
                                    : "-",
                            verdict),
                    Stream.concat(
                                    result.backlog().map(backlog -> "a backlog of " + BacklogLine.of(backlog)).stream(),
                                    result.verdict().reasons().stream().map(text::line))
                            .toList(),
                    result.groups().keySet().stream()
                            .flatMap(group -> result.group(group).stream().map(own -> of("  " + group, own, "", text)))
                            .toList());
        }

        /** Row of a run that could not begin. */
        public static Row failed(String label, String cause) {
            return new Row(List.of(label, "-", "-", "-", "-", "-", "-", "-", "FAILED"), List.of(cause), List.of());
        }

        private static String rate(long count, double seconds) {
            return seconds > 0 ? Unit.PER_SECOND.text(count / seconds) : "-";
        }

        private static String millis(Optional<LatencyRange> value) {
            return value.map(range -> range.text(Unit::millis) + " ms").orElse("-");
        }
    }

    /** Head and rows, and below them the results of backlogs and the reasons of each verdict. */
    public static List<String> lines(List<Row> rows) {
        List<List<String>> all = new ArrayList<>();
        all.add(HEAD);
        for (Row row : rows) {
            all.add(row.cells);
            row.groups.forEach(group -> all.add(group.cells));
        }
        List<String> lines = new ArrayList<>(Grid.aligned(all, i -> i > 0 && i < HEAD.size() - 1));
        for (Row row : rows) {
            row.more.forEach(sentence -> lines.add(row.cells.get(0) + ": " + sentence));
        }
        return lines;
    }
}
