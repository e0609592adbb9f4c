package dev.dyno.report.page;

import dev.dyno.model.result.Unit;
import java.util.List;

/**
 * Cells on two axes, darker for higher values.
 *
 * @param unit of the values of cells
 */
public record HeatChart(
        String title,
        String note,
        Axis x,
        Axis y,
        Unit unit,
        List<Cell> cells,
        List<LineChart.Band> bands,
        List<LineChart.Mark> marks)
        implements Chart {

    public HeatChart {
        cells = List.copyOf(cells);
        bands = List.copyOf(bands);
        marks = List.copyOf(marks);
    }

    /** @param value above 0; its logarithm determines the shade */
    public record Cell(double fromX, double toX, double fromY, double toY, double value) {}
}
