/** HTTP server of the pages and figures of runs. */
package dev.dyno.report.http;
