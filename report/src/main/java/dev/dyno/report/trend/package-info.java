/** Finds changes of a figure over the stored runs, and single values that stand apart. */
package dev.dyno.report.trend;
