/** Stored runs: the folder of a run, how it is written and read, and the reporters that get intervals and results. */
@NullMarked
package dev.dyno.report.store;

import org.jspecify.annotations.NullMarked;
