package dev.dyno.report.page;

/** Data, words and units of a chart, without pixels. */
public sealed interface Chart permits LineChart, BarChart, HeatChart, GridChart {

    String title();

    /** Explanation for reading the chart; may be empty. */
    String note();
}
