/** List of stored runs: which runs it has, in which order, and its columns. */
package dev.dyno.cli.history;
