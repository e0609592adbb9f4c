package dev.dyno.report.console;

import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Resources used in the measured phase, a row for each metric, without those of several workers, which have a table of their own. */
final class ResourceTable {

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("resource", Row::subject),
            Column.of("metric", Row::metric),
            Column.of("mean", row -> row.text(row.mean)),
            new Column<>("max", row -> row.max.map(row::text)),
            new Column<>("total", row -> row.total.map(row::text)));

    private ResourceTable() {}

    private record Row(String subject, String metric, double mean, Optional<Double> max, Optional<Double> total) {

        String text(double value) {
            return (metric.contains("bytes") ? Unit.BYTES : Unit.NUMBER).text(value);
        }
    }

    static List<String> of(RunResult result) {
        List<Row> rows = result.resources().stream()
                .filter(summary -> !ResourceSample.isOfWorker(summary.subject()))
                .flatMap(ResourceTable::rows)
                .toList();
        return rows.isEmpty() ? List.of() : Grid.of(rows, COLUMNS).lines(column -> column > 1);
    }

    private static Stream<Row> rows(ResourceSummary summary) {
        Stream<Row> metrics = summary.metrics().entrySet().stream()
                .map(metric -> new Row(
                        summary.subject(),
                        metric.getKey(),
                        metric.getValue().mean(),
                        Optional.of(metric.getValue().max()),
                        metric.getValue().total()));
        return Stream.concat(
                metrics,
                summary.perMessage().entrySet().stream()
                        .map(cost -> new Row(
                                summary.subject(),
                                cost.getKey() + " a message",
                                cost.getValue(),
                                Optional.empty(),
                                Optional.empty())));
    }
}
