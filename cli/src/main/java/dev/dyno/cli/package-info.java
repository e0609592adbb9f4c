/** The command line: one class per verb, and the only place that prints and exits. */
package dev.dyno.cli;
