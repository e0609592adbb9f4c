package dev.dyno.report.page;

/** What is drawn: data, words and units, and nothing of pixels. */
public sealed interface Chart permits LineChart, BarChart, HeatChart, GridChart {

    String title();

    /** What one has to know to read it; may be empty. */
    String note();
}
