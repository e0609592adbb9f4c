/** List of stored runs: which runs it has, in which order, and its columns. */
@NullMarked
package dev.dyno.cli.history;

import org.jspecify.annotations.NullMarked;
