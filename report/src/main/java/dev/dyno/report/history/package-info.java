/** Stored runs of one place: their list and their names. */
package dev.dyno.report.history;
