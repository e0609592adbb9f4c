/** Runs as pages and charts: data and words to HTML, SVG and PNG. */
package dev.dyno.report.page;
