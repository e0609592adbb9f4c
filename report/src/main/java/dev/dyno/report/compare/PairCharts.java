package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import dev.dyno.report.page.Axis;
import dev.dyno.report.page.LineChart;
import dev.dyno.report.page.LineChart.Line;
import dev.dyno.report.page.LineChart.Stroke;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Charts of the differences of pairs: for each figure a point per pair, and the mean with its interval. */
final class PairCharts {

    /** Hues of points and of the mean, different from those of the sides. */
    private static final int POINTS = 2;

    private static final int MEAN = 6;

    private PairCharts() {}

    /** Charts of the figures that are compared; none if the runs were not made in pairs. */
    static List<LineChart> of(ComparisonReport report) {
        if (!(report.design() instanceof Design.Pairs)) {
            return List.of();
        }
        List<Block> as = report.a().blocks(report.latency(), report.rule());
        List<Block> bs = report.b().blocks(report.latency(), report.rule());
        return report.figures().stream()
                .flatMap(figure -> report
                        .judgement(figure)
                        .flatMap(judgement ->
                                ConservativeBounds.of(as, bs, figure).map(ends -> chart(report, judgement, ends)))
                        .stream())
                .toList();
    }

    private static LineChart chart(ComparisonReport report, Judgement judgement, ConservativeBounds ends) {
        Figure figure = judgement.figure();
        Effect effect = judgement.effect();
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        int pairs = ends.a().length;
        for (int i = 0; i < pairs; i++) {
            // NaN between two points keeps the chart from connecting them.
            Collections.addAll(xs, i + 1.0, i + 1.5);
            Collections.addAll(ys, percent(ends.b()[i] / ends.a()[i] - 1), Double.NaN);
        }
        List<Line> lines = new ArrayList<>(List.of(
                new Line("each pair", xs, ys, POINTS, Stroke.SOLID),
                level("mean", effect.change(), pairs, Stroke.SOLID)));
        if (NumberText.isKnown(effect)) {
            lines.add(level("lower end", effect.lowest(), pairs, Stroke.DASHED));
            lines.add(level("upper end", effect.highest(), pairs, Stroke.DASHED));
        }
        return new LineChart(
                figure.name() + ", change of " + report.b().name() + " against "
                        + report.a().name(),
                NumberText.signed(effect.change()) + " (" + NumberText.interval(effect) + "), "
                        + ComparisonTable.words(judgement.call())
                        + new ComparisonTable(report).after(judgement),
                Axis.linear("pair", Unit.COUNT),
                Axis.linear("", Unit.PERCENT),
                lines,
                List.of(),
                List.of());
    }

    private static Line level(String label, double change, int pairs, Stroke stroke) {
        return new Line(label, List.of(1.0, (double) pairs), Collections.nCopies(2, percent(change)), MEAN, stroke);
    }

    private static double percent(double share) {
        return 100 * share;
    }
}
