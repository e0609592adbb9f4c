/** A figure over the stored runs: where it changed, and single values that stand apart. */
package dev.dyno.report.trend;
