package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.List;

/**
 * A value for each pair of settings of two knobs, written in its cell and shaded from the lowest to the highest.
 *
 * @param columns settings of the knob across
 * @param rows settings of the knob upwards; the first is the lowest
 * @param values of each row, of each column; NaN if there is none
 */
public record GridChart(
        String title,
        String note,
        String xLabel,
        String yLabel,
        List<String> columns,
        List<String> rows,
        Unit unit,
        List<List<Double>> values)
        implements Chart {

    public GridChart {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        values = values.stream().map(List::copyOf).toList();
    }
}
