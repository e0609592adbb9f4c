/** Charts for documents: plain data to the text of an SVG, and that to a PNG. Knows nothing of runs. */
@NullMarked
package dev.dyno.chart;

import org.jspecify.annotations.NullMarked;
