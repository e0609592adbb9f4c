/** Current figures of a run, on a page for Prometheus and similar tools. */
package dev.dyno.report.metrics;
