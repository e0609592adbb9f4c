/** Stored runs: folders of runs, writing and reading them, and reporters that receive intervals and results. */
package dev.dyno.report.store;
