/**
 * Studies: matrices of runs, as data. A file defines the runs, a plan orders them, a folder keeps those that are finished, and
 * their figures become a table and charts. Nothing here carries out a run.
 */
package dev.dyno.report.study;
