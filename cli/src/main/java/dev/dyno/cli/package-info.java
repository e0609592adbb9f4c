/** The command line: one class per verb, and the only place that prints and exits. */
@NullMarked
package dev.dyno.cli;

import org.jspecify.annotations.NullMarked;
