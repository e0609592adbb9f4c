/** Runs as text for a terminal: progress, summary, tables. */
@NullMarked
package dev.dyno.report.console;

import org.jspecify.annotations.NullMarked;
