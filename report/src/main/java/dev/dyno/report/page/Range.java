package dev.dyno.report.page;

import java.util.DoubleSummaryStatistics;
import java.util.stream.Stream;

/** Lowest and highest value that have a place on an axis; not finite if there is none. */
record Range(double min, double max) {

    static Range of(Stream<Double> values, Axis axis) {
        DoubleSummaryStatistics all = Stream.concat(values, axis.others().stream())
                .mapToDouble(v -> v)
                .filter(v -> Double.isFinite(v) && (!axis.logarithmic() || v > 0))
                .summaryStatistics();
        return new Range(all.getMin(), all.getMax());
    }
}
