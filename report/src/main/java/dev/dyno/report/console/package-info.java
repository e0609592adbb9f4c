/** Runs as text for a terminal: progress, summary, tables. */
package dev.dyno.report.console;
