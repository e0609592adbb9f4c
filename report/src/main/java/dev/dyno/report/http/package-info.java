/** Serves pages to programs of this machine. */
package dev.dyno.report.http;
