/** Tests of the charts. */
@NullMarked
package dev.dyno.chart;

import org.jspecify.annotations.NullMarked;
