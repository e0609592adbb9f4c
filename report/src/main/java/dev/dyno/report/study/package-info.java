/**
 * Studies: matrices of runs, as data. A file says which runs; a plan puts them in order; a folder remembers what is finished; and
 * what they have measured becomes a table and charts. Nothing here runs anything.
 */
@NullMarked
package dev.dyno.report.study;

import org.jspecify.annotations.NullMarked;
