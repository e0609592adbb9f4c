/** Figures of a run, each declared once in {@link dev.dyno.model.metric.Figures}, for everything that shows or judges a run. */
package dev.dyno.model.metric;
