/** Current figures of a run, on a page for Prometheus and similar tools. */
@NullMarked
package dev.dyno.report.metrics;

import org.jspecify.annotations.NullMarked;
