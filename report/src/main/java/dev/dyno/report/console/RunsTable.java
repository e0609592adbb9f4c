package dev.dyno.report.console;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.ThresholdRule;
import dev.dyno.report.store.Grid;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Several runs as a table for the console, one line each, with a line for each named group of a run below it. */
public final class RunsTable {

    private static final List<String> HEAD =
            List.of("run", "sent/s", "received/s", "response p50", "p99", "end-to-end p50", "p99", "lost", "verdict");

    private RunsTable() {}

    /**
     * A row; an unknown value is a dash, and {@code ~} is before a value with a mark.
     *
     * @param more sentences to print below the table
     * @param groups rows of the run's named groups
     */
    public record Row(List<String> cells, List<String> more, List<Row> groups) {

        /** Row of a run with a result, complete or partial. */
        public static Row of(String label, RunResult result, FindingText text) {
            return of(label, result, result.verdict().text(), text);
        }

        private static Row of(String label, RunResult result, String verdict, FindingText text) {
            return new Row(
                    List.of(
                            label,
                            rate(result, Figures.SENT_RATE),
                            rate(result, Figures.RECEIVED_RATE),
                            millis(result, Latency.RESPONSE, Percentile.P50),
                            millis(result, Latency.RESPONSE, Percentile.P99),
                            millis(result, Latency.END_TO_END, Percentile.P50),
                            millis(result, Latency.END_TO_END, Percentile.P99),
                            result.ledger().knowsLost()
                                    ? Unit.COUNT.text((double) result.ledger().lost())
                                    : "-",
                            verdict),
                    Stream.of(
                                    result.backlog().map(backlog -> "a backlog of " + BacklogLine.of(backlog)).stream(),
                                    result.verdict().notes().stream()
                                            .filter(ThresholdRule::isFailing)
                                            .map(text::line),
                                    result.verdict().reasons().stream().map(text::line))
                            .flatMap(lines -> lines)
                            .toList(),
                    result.groups().keySet().stream()
                            .flatMap(group -> result.group(group).stream().map(own -> of("  " + group, own, "", text)))
                            .toList());
        }

        /** Row of a run without a result, for example because it could not begin. */
        public static Row failed(String label, String cause) {
            return new Row(List.of(label, "-", "-", "-", "-", "-", "-", "-", "FAILED"), List.of(cause), List.of());
        }

        private static String rate(RunResult result, Figure figure) {
            return figure.text(Numbers.of(result)).orElse("-");
        }

        private static String millis(RunResult result, Latency latency, Percentile percentile) {
            Optional<FigureMark> mark = result.verdict().mark(latency, percentile);
            return result.latencies()
                    .percentiles(latency)
                    .map(values -> values.of(percentile))
                    .map(range -> LatencyTable.marked(range.text(Unit::millis), range, Unit::millis, mark) + " ms")
                    .orElse("-");
        }
    }

    /** Head and rows; below them the results of backlogs, failing thresholds, and the reasons of each verdict. */
    public static List<String> lines(List<Row> rows) {
        return Stream.concat(grid(rows).lines(RunsTable::isRight).stream(), sentences(rows))
                .toList();
    }

    /** The table in Markdown, for the summary of a job. */
    public static String markdown(List<Row> rows) {
        return sentences(rows)
                .map(sentence -> "- " + Grid.escaped(sentence) + "\n")
                .collect(Collectors.joining("", grid(rows).markdown(RunsTable::isRight), ""));
    }

    private static boolean isRight(int column) {
        return column > 0 && column < HEAD.size() - 1;
    }

    private static Grid grid(List<Row> rows) {
        return Grid.ofTexts(
                HEAD,
                rows.stream()
                        .flatMap(row -> Stream.concat(Stream.of(row), row.groups.stream()))
                        .map(Row::cells)
                        .toList());
    }

    private static Stream<String> sentences(List<Row> rows) {
        return rows.stream().flatMap(row -> row.more.stream().map(sentence -> row.cells.get(0) + ": " + sentence));
    }
}
