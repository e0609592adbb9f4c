package dev.dyno.report.page;

import java.util.DoubleSummaryStatistics;
import java.util.stream.Stream;

/** From the least to the greatest of what has a place on an axis; not finite if there is nothing. */
record Range(double min, double max) {

    static Range of(Stream<Double> values, Axis axis) {
        DoubleSummaryStatistics all = values.mapToDouble(v -> v)
                .filter(v -> Double.isFinite(v) && (!axis.logarithmic() || v > 0))
                .summaryStatistics();
        return new Range(all.getMin(), all.getMax());
    }
}
