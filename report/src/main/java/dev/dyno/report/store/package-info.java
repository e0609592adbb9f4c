/** Stored runs: folders of runs, writing and reading them, and reporters that receive intervals and results. */
@NullMarked
package dev.dyno.report.store;

import org.jspecify.annotations.NullMarked;
