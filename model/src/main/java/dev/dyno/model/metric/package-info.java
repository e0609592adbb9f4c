/** The figures of a run, each declared once, in {@link dev.dyno.model.metric.Figures}, for everything that shows or judges it. */
package dev.dyno.model.metric;
