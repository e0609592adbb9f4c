/** The command line as its user meets it: arguments in, text and exit status out. */
@NullMarked
package dev.dyno.cli;

import org.jspecify.annotations.NullMarked;
