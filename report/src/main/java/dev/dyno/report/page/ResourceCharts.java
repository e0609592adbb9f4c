package dev.dyno.report.page;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Charts of the resources used by broker, load generator and host over time. For several runs only the broker and, dashed, the
 * load generator.
 */
record ResourceCharts(List<ReportData.Run> runs, RunLabels names, RunCharts charts) {

    private static final List<String> SUBJECTS =
            List.of(ResourceSample.BROKER, ResourceSample.WORKER, ResourceSample.HOST);

    void add() {
        chart("cpu", "CPU", "processors that were busy", Unit.NUMBER, 1, ResourceMetric.CPU);
        chart("rss", "Resident memory (RSS)", "", Unit.BYTES, 1, ResourceMetric.RSS);
        chart("vss", "Address space (VSS)", "", Unit.BYTES, 1, ResourceMetric.VSS);
        chart("heap", "Heap in use", "garbage included", Unit.BYTES, 1, ResourceMetric.HEAP_USED);
        chart("gc", "Garbage collection", "time in each second", Unit.NANOSECONDS, 1e9, ResourceMetric.GC_TIME);
    }

    private void chart(String file, String title, String note, Unit unit, double factor, ResourceMetric metric) {
        List<LineChart.Line> lines = new ArrayList<>();
        for (ReportData.Run run : runs) {
            for (ResourceSeries series : run.resourceSeries()) {
                int subject = SUBJECTS.indexOf(series.subject());
                Optional<Column> values = series.get(metric);
                boolean several = runs.size() > 1;
                boolean hidden = several && series.subject().equals(ResourceSample.HOST);
                if (values.isEmpty() || subject < 0 || hidden) {
                    continue;
                }
                Column xs = metric.kind() == ResourceMetric.Kind.LEVEL
                        ? series.endS()
                        : RunCharts.middles(series.startS(), series.endS());
                String name = series.subject().equals(ResourceSample.WORKER) ? "load generator" : series.subject();
                lines.add(RunCharts.line(
                        several ? names.of(run) + ", " + name : name,
                        xs,
                        values.orElseThrow().times(factor),
                        several ? names.color(run) : subject,
                        several && subject > 0 ? LineChart.Stroke.DASHED : LineChart.Stroke.SOLID));
            }
        }
        charts.lines(file, title, note, Axis.linear("", unit), lines);
    }
}
