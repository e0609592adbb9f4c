/** List of stored runs: its choice of runs, their order, and its columns. */
package dev.dyno.cli.history;
