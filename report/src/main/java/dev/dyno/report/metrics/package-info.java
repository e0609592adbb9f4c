/** The current figures of a run, on a page that Prometheus and its kin read. */
@NullMarked
package dev.dyno.report.metrics;

import org.jspecify.annotations.NullMarked;
