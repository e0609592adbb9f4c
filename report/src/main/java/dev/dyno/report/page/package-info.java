/** Runs as pages and charts: data and words to HTML, SVG and PNG. */
@NullMarked
package dev.dyno.report.page;

import org.jspecify.annotations.NullMarked;
