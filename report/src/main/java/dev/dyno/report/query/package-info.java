/** SQL over stored runs: the tables, their rows from the folders, and the engine that answers. */
package dev.dyno.report.query;
